# `make test-isas`: the emulator with ISAS=all, that is its instructions compiled for each instruction set, every variant that this
# CPU runs compared with references and with what an H200 stored. In build/isas, a copy of links, so that nothing of this build changes.
.PHONY: test-isas test-isas-here
test-isas:
	@mkdir -p build/isas
	@cd build/isas && rm -rf emulator common chapters Makefile && cp -rs "$$OLDPWD"/emulator "$$OLDPWD"/common "$$OLDPWD"/chapters "$$OLDPWD"/Makefile .
	@$(MAKE) -C build/isas ISAS=all DEVICE=emulator test-isas-here

test-isas-here: build/run-tests build/test/emulator-exec-ops build/lib/libcudart.so.13 build/lib/libcommon.a
	@build/run-tests build/test/emulator-exec-ops --scripts common/make/isa_test.sh
