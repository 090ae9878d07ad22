# `make install PREFIX=/opt/simt`: simt and all that it needs, for any CPU, in one folder that can be moved; rm -r removes it.
export PREFIX
.PHONY: install simt-and-libraries
install:
	@common/make/install_simt.sh "" "$$PREFIX"
	@$(COPY_FOR_ISAS)
	@$(MAKE) -C build/isas ISAS=all DEVICE=emulator simt-and-libraries
	@common/make/install_simt.sh build/isas/build "$$PREFIX"

simt-and-libraries: $(EMULATOR)

SCRIPT_TESTS += common/make/install_simt_test.sh
test-build: build/simt build/test/programs/launcher_cases
