# One program (emulator/test/programs/built.cu), built in the ways in which people build, for the emulator to run. The
# default build is made like every other test program.
BUILT := emulator/test/programs/built
BUILT_FILES := $(BUILT).cu $(BUILT)_second_file.cuh $(BUILT)_parts.cuh
BUILT_DEVICE_LINKED := -rdc=true -DSEPARATE_FILES -x cu $(BUILT)_second_file.cuh
BUILT_WAYS := size speed none no_arch rdc rdc_debug device_launch
BUILT_WITH_size := $(CODE) --compress-mode=size
BUILT_WITH_speed := $(CODE) --compress-mode=speed
BUILT_WITH_none := $(CODE) --compress-mode=none
BUILT_WITH_no_arch :=
BUILT_WITH_rdc := $(CODE) -lineinfo $(BUILT_DEVICE_LINKED)
BUILT_WITH_rdc_debug := $(CODE) -G $(BUILT_DEVICE_LINKED) -Xptxas -suppress-stack-size-warning
BUILT_WITH_device_launch := $(CODE) -lineinfo -DDEVICE_LAUNCH $(BUILT_DEVICE_LINKED)

define built_rule
build/test/programs/built_$(1): $(BUILT_FILES) build/config/nvcc_flags common/make/builds.mk | toolchain packages
	@mkdir -p $$(@D)
	@$$(STEP) "nvcc $(BUILT).cu ($(1))" $$@ $$(NVCC_COMMAND) -std=c++17 --cudart shared -I. $$(BUILT_WITH_$(1)) -x cu $(BUILT).cu -o $$@ \
		-Xlinker '--disable-new-dtags,-rpath,$$$$ORIGIN/../../lib'
endef
$(foreach way,$(BUILT_WAYS),$(eval $(call built_rule,$(way))))
# CUDA before 12.8 has no --compress-mode.
test-build: $(if $(strip $(LEFT_OUT)),,$(foreach way,$(BUILT_WAYS),build/test/programs/built_$(way)))
