# The Debian packages that the goals of this make call need; install.sh installs missing ones before anything is
# built.
#
# Chapter programs need no package beyond g++, so that they build on a GPU machine without Debian's. A part requests
# more with PACKAGES_FOR_<goal>; packages that only improve a goal are in OPTIONAL_FOR_<goal>, and may be missing.
PACKAGES_EMULATOR := libfmt-dev libcli11-dev nlohmann-json3-dev libzstd-dev liblz4-dev
OPTIONAL_FOR_test := clang-format patch
OPTIONAL_FOR_test-all = $(OPTIONAL_FOR_test)
OPTIONAL_FOR_doctor := clang-format
PACKAGES_FOR_format := clang-format

goals_without_emulator := $(if $(filter gpu,$(BACKEND)),run run-% programs-% bench $(addsuffix %,0 1 2 3 4 5 6 7 8 9))
PACKAGES = g++
ifneq ($(filter-out $(goals_without_emulator),$(MAKECMDGOALS)),)
PACKAGES += doctest-dev $(PACKAGES_EMULATOR)
endif
PACKAGES += $(foreach goal,$(MAKECMDGOALS),$(PACKAGES_FOR_$(goal)))
PACKAGES += $(addprefix --optional ,$(foreach goal,$(MAKECMDGOALS),$(OPTIONAL_FOR_$(goal))))

.PHONY: packages
packages: | toolchain
	@common/make/install.sh $(PACKAGES)
