# Test programs of the emulator that are not built like all others (tests.mk), because what matters is how people build.
#
# built.cu becomes a program for each way. Each way has its flags for nvcc; two of them link device code of two files.
BUILT := emulator/test/programs/built
BUILT_WAYS := size speed none no_arch rdc rdc_debug
BUILT_DEVICE_LINKED := -rdc=true -DSEPARATE_FILES -x cu $(BUILT)_second_file.cuh
BUILT_WITH_size := $(CODE) --compress-mode=size
BUILT_WITH_speed := $(CODE) --compress-mode=speed
BUILT_WITH_none := $(CODE) --compress-mode=none
BUILT_WITH_no_arch :=
BUILT_WITH_rdc := $(CODE) -lineinfo $(BUILT_DEVICE_LINKED)
BUILT_WITH_rdc_debug := $(CODE) -G $(BUILT_DEVICE_LINKED) -Xptxas -suppress-stack-size-warning

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

# wgmma exists only for sm_90a.
$(COMPUTED)/warpgroups.cu.o: NVCC_FLAGS := $(subst $(CODE),-gencode arch=compute_90a$(comma)code=[compute_90a$(comma)sm_90a],$(NVCC_FLAGS))

# Before CUDA 13, ptxas warns that a recursive kernel's stack size is unknown, and warnings are errors.
ifneq ($(strip $(LEFT_OUT)),)
$(patsubst %,$(COMPUTED)/%.cu.o,computed_optimised computed_unoptimised functions): NVCC_EXTRA += -Xptxas -suppress-stack-size-warning
endif

# They ask for the libraries of their toolkit, and are linked with the emulator's, since a small toolkit lacks NVIDIA's.
build/test/programs/cublas_calls: PROGRAM_LIBRARY := -Wl,--allow-shlib-undefined build/lib/libcublas.so.$(firstword $(subst ., ,$(NVCC_VERSION)))
build/test/programs/cublaslt_calls: PROGRAM_LIBRARY := -Wl,--allow-shlib-undefined build/lib/libcublasLt.so.$(firstword $(subst ., ,$(NVCC_VERSION)))
build/test/programs/cublas_calls build/test/programs/cublaslt_calls: $(CUBLAS)

# Kernels that launch kernels are linked with the device runtime.
LAUNCHING := build/obj/emulator/test/programs/device_launches
$(LAUNCHING).cu.o: NVCC_EXTRA += -rdc=true
$(LAUNCHING).linked.o: $(LAUNCHING).cu.o
	@$(STEP) "nvcc --device-link $<" $@ $(NVCC_COMMAND) $(CODE) --cudart shared --device-link -Xcompiler -fPIC $< -o $@ -lcudadevrt
build/test/programs/device_launches: $(LAUNCHING).linked.o
build/test/programs/device_launches: PROGRAM_LIBRARY := -L$(CUDA_LIB) -lcudadevrt
