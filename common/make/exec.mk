# The engine's test programs are one source built three ways: like everything else, without optimisation of device
# code, and with -G, which excludes -lineinfo. nvcc's output differs a lot: without optimisation, calls, local memory
# and source locations remain.
EXEC_PROGRAMS := build/obj/emulator/test/programs
$(EXEC_PROGRAMS)/computed_unoptimised.cu.o: NVCC_EXTRA += -Xcicc -O0 -Xptxas -O0
# ptxas warns that it cannot determine the depth of the recursion in this file.
$(EXEC_PROGRAMS)/computed_debug.cu.o: NVCC_FLAGS := $(filter-out -lineinfo,$(NVCC_FLAGS)) -G -Xptxas -suppress-stack-size-warning

# Before CUDA 13, ptxas warns that a recursive kernel's stack size is unknown, and warnings are errors.
ifneq ($(strip $(LEFT_OUT)),)
$(patsubst %,$(EXEC_PROGRAMS)/%.cu.o,computed_optimised computed_unoptimised functions): NVCC_EXTRA += -Xptxas -suppress-stack-size-warning
endif
