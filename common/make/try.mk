# make try FILE=mine.cu ARGS="1000": builds and runs any .cu file (common/course/try_file.hpp). It is built as people build
# at home, with an nvcc line that they can copy: nothing of this checkout is in it, unless the file includes its headers.
#
# The emulator needs the shared CUDA runtime, which it replaces.
TRY_FLAGS := -arch=sm_$(if $(filter gpu,$(BACKEND)),$(GPU_ARCH),90 --cudart shared) -lineinfo $(TOOLKIT_FLAGS)
$(call remember,try,$(BACKEND) $(NVCC_FOUND) $(TRY_FLAGS))

.PHONY: try try-tools
try-tools: course $(EMULATOR_NEEDED) $(if $(EMULATOR_NEEDED),$(CUBLAS))
try: try-tools
	@./course try "$$FILE" --built -- $(ARGS)

SCRIPT_TESTS += common/course/try_test.sh
