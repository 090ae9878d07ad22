# Test programs of the emulator that are not built like all others (tests.mk), because what matters is how people build.
#
# built.cu becomes a program for each way. Each way has its flags for nvcc; two of them link device code of two files.
BUILT := emulator/test/programs/built
BUILT_WAYS := size speed none no_arch rdc rdc_debug device_launch
BUILT_DEVICE_LINKED := -rdc=true -DSEPARATE_FILES -x cu $(BUILT)_second_file.cuh
BUILT_WITH_size := $(CODE) --compress-mode=size
BUILT_WITH_speed := $(CODE) --compress-mode=speed
BUILT_WITH_none := $(CODE) --compress-mode=none
BUILT_WITH_no_arch :=
BUILT_WITH_rdc := $(CODE) -lineinfo $(BUILT_DEVICE_LINKED)
BUILT_WITH_rdc_debug := $(CODE) -G $(BUILT_DEVICE_LINKED) -Xptxas -suppress-stack-size-warning
BUILT_WITH_device_launch := $(CODE) -lineinfo -DDEVICE_LAUNCH $(BUILT_DEVICE_LINKED)

build/test/programs/built_%: $(BUILT).cu $(BUILT)_second_file.cuh $(BUILT)_parts.cuh build/config/nvcc_flags \
		common/make/test_programs.mk | toolchain packages
	@mkdir -p $(@D)
	@$(STEP) "nvcc $< ($*)" $@ $(NVCC_COMMAND) -std=c++17 --cudart shared -I. $(BUILT_WITH_$*) -x cu $< -o $@ \
		-Xlinker '--disable-new-dtags,-rpath,$$ORIGIN/../../lib'
# CUDA before 12.8 has no --compress-mode.
BUILT_PROGRAMS := $(if $(strip $(LEFT_OUT)),,$(BUILT_WAYS:%=build/test/programs/built_%))

# computed_*.cu are one source built three ways: like every other program, without optimisation, and with -G, which
# excludes -lineinfo. nvcc's output differs a lot: without optimisation, calls, local memory and source locations remain.
COMPUTED := build/obj/emulator/test/programs
$(COMPUTED)/computed_unoptimised.cu.o: NVCC_EXTRA += -Xcicc -O0 -Xptxas -O0
# ptxas warns that it cannot determine the depth of the recursion in this file.
$(COMPUTED)/computed_debug.cu.o: NVCC_FLAGS := $(filter-out -lineinfo,$(NVCC_FLAGS)) -G -Xptxas -suppress-stack-size-warning

# Before CUDA 13, ptxas warns that a recursive kernel's stack size is unknown, and warnings are errors.
ifneq ($(strip $(LEFT_OUT)),)
$(patsubst %,$(COMPUTED)/%.cu.o,computed_optimised computed_unoptimised functions): NVCC_EXTRA += -Xptxas -suppress-stack-size-warning
endif
