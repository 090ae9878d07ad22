# The engine's test programs are one source built three ways: as everything else, without optimisation of device code, and
# with -G, which excludes -lineinfo. What nvcc writes differs a lot: calls, local memory and places come out unoptimised.
EXEC_PROGRAMS := build/obj/emulator/test/programs
$(EXEC_PROGRAMS)/computed_unoptimised.cu.o: NVCC_EXTRA += -Xcicc -O0 -Xptxas -O0
# ptxas warns that it cannot know the depth of the recursion in there.
$(EXEC_PROGRAMS)/computed_debug.cu.o: NVCC_FLAGS := $(filter-out -lineinfo,$(NVCC_FLAGS)) -G -Xptxas -suppress-stack-size-warning

# ptxas warns before CUDA 13 that the stack of a recursive kernel is not known, and warnings are errors.
ifneq ($(strip $(LEFT_OUT)),)
$(patsubst %,$(EXEC_PROGRAMS)/%.cu.o,computed_optimised computed_unoptimised functions): NVCC_EXTRA += -Xptxas -suppress-stack-size-warning
endif
