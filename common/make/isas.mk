# `make test-isas`: builds the emulator with ISAS=all, its instructions compiled for each instruction set, and
# compares every variant that this CPU can run with references and with results stored by an H200. The build is in
# build/isas, a copy made of links, so that this build stays unchanged; make install takes it from there, too.
COPY_FOR_ISAS = mkdir -p build/isas && cd build/isas && rm -rf emulator common chapters Makefile && \
	cp -rs "$$OLDPWD"/emulator "$$OLDPWD"/common "$$OLDPWD"/chapters "$$OLDPWD"/Makefile .
.PHONY: test-isas test-isas-here
test-isas:
	@$(COPY_FOR_ISAS)
	@$(MAKE) -C build/isas ISAS=all DEVICE=emulator test-isas-here

test-isas-here: build/run-tests build/test/emulator-exec-ops build/lib/libcudart.so.13 build/lib/libcommon.a
	@build/run-tests build/test/emulator-exec-ops --scripts common/make/isa_test.sh
