# The compilers and the GPU of this machine, and the compiler flags that follow from them.
#
# detect.sh runs once for each call of make; nested calls in the same checkout find its results in the environment.
# The flags are stored in build/config, and objects depend on those files: another compiler, GPU or DEVICE rebuilds
# only the objects it concerns. With a problem nothing can be built, so nothing is stored; neither do commands that
# only look store anything.
hash := \#
define newline


endef
DETECTED := NVCC_FOUND NVCC_VERSION NVCC_HOST CUDA_INCLUDE CUDA_LIB GPU_NAME GPU_ARCH DRIVER CPU_MODEL CPU_ISA BACKEND BACKEND_TEXT WRITABLE PROBLEM
CXX := g++
ifneq ($(DETECTED_IN),$(CURDIR))
$(eval $(subst @@,$(newline),$(shell NVCC='$(NVCC)' DEVICE='$(DEVICE)' CXX='$(CXX)' \
	CXX_ASKED='$(if $(filter command,$(origin CXX)),$(CXX))' common/make/detect.sh)))
export DETECTED_IN := $(CURDIR)
endif
export CXX V $(DETECTED)

# $(call write_if_changed,FILE,TEXT); $(call remember,NAME,TEXT) writes build/config/NAME, which begins with the name,
# so that the file also exists for an empty text. (strip: make 4.3 keeps the newline at the end of some files that it
# reads.) $(call remember_anyway,NAME,TEXT) is for settings that need no compiler; it writes even with a problem.
LOOKS := $(if $(filter-out help doctor,$(MAKECMDGOALS)),,yes)
write_if_changed = $(if $(PROBLEM)$(LOOKS),,$(call write_changed,$(1),$(2)))
write_changed = $(if $(call same,$(strip $(file <$(1))),$(strip $(2))),,$(file >$(1),$(2)))
remember = $(call write_if_changed,build/config/$(1),$(1): $(2))
remember_anyway = $(if $(and $(WRITABLE),$(if $(LOOKS),,yes)),$(call write_changed,build/config/$(1),$(1): $(2)))
# $(call linked,PROGRAM,FILES): the files, and a file that changes when the list does: removing a file from it links
# the program again.
linked = $(2) $(call remember,link-$(subst /,-,$(1)),$(2))build/config/link-$(subst /,-,$(1))
same = $(if $(subst x$(1)x,,x$(2)x)$(subst x$(2)x,,x$(1)x),,yes)
make_folders = $(if $(PROBLEM)$(LOOKS),,$(if $(filter-out $(wildcard $(1)),$(1)),$(shell mkdir -p $(1))))

# Always sm_90 machine code and compute_90 PTX: the emulator runs the PTX and reads register counts from the machine
# code.
CODE := -gencode arch=compute_90,code=[sm_90,compute_90]
ifeq ($(BACKEND),gpu)
ifneq ($(GPU_ARCH),90)
CODE += -gencode arch=compute_$(GPU_ARCH),code=sm_$(GPU_ARCH)
endif
endif

# The CPU for which the emulator's instructions and the CPU baselines are compiled: this one. ISAS=all compiles the
# instructions once for each instruction set and nothing for this CPU alone, for programs that are copied to other
# machines. What make dist built elsewhere has the file build/for_any_cpu.
ISAS ?= $(if $(wildcard build/for_any_cpu),all,this)
LEVEL_avx2 := x86-64-v3
LEVEL_avx512 := x86-64-v4
CPU_LEVEL := $(if $(filter this,$(ISAS)),$(LEVEL_$(CPU_ISA)))
THIS_CPU := $(if $(CPU_LEVEL),-march=$(CPU_LEVEL) -mtune=native)

# -Wrestrict complains about g++ 12's own std::string (GCC bug 105651). g++ 13 reports a dangling reference wherever a
# function takes a temporary and returns a reference.
WARNINGS := -Wall -Wextra -Werror -Wno-restrict -Wno-dangling-reference
HOST_FLAGS := -std=c++20 -fopenmp $(WARNINGS) -I. $(if $(CUDA_INCLUDE),-isystem $(CUDA_INCLUDE))
# Another g++ for nvcc if the default one is too new for it. ptxas 11.8 crashes on line information of inlined
# functions in code for sm_90; without it, findings name only the line of the outer function.
TOOLKIT_FLAGS := $(addprefix -ccbin ,$(if $(filter command,$(origin CXX)),$(CXX),$(NVCC_HOST)))
TOOLKIT_FLAGS += $(if $(filter 11.%,$(NVCC_VERSION)),-Xcicc -no-lineinfo-inlined-at)
# 20011 and 20014: a host function called from device code, which is a warning to nvcc and a crash for a learner.
empty :=
comma := ,
NVCC_FLAGS := -std=c++17 -O3 -lineinfo --cudart shared $(CODE) --diag-error=20011,20014 -Werror all-warnings \
	-Xcompiler $(subst $(empty) $(empty),$(comma),$(WARNINGS)),-fopenmp -I. $(TOOLKIT_FLAGS)
NVCC_COMMAND := $(NVCC_FOUND)

# Test programs of the emulator that an older toolkit cannot compile, because it lacks their calls, headers or
# instructions, with the tests that run them; and tests of grading, which needs CUDA 13. `make test` says that it leaves them out.
NEEDS_CUDA_13 := $(addprefix emulator/,test/programs/asynchronous.cu test/exec/async/asynchronous_test.cpp \
	test/hardware/programs/copies.cu test/hardware/copies_test.cpp test/hardware/programs/kernels.cu test/hardware/kernels_test.cpp \
	test/hardware/programs/tensor_probed.cu test/hardware/tensor_cores_test.cpp test/hardware/programs/errors.cu test/hardware/errors_test.cpp \
	test/programs/driver_calls.cpp test/programs/driver_memory.cpp test/programs/driver_images.cpp test/programs/driver_mixed.cu test/programs/driver_devices.cu test/driver/programs_test.cpp test/driver/exports_test.cpp \
	test/programs/device.cu test/programs/device_calls.cu test/runtime/programs_test.cpp \
	test/runtime/builds_test.cpp test/ptx/nvcc_output_test.cpp test/mistakes/mistakes_test.cpp \
	test/remote/exports_test.cpp test/remote/server_test.cpp test/remote/server_fuzz_test.cpp) \
	common/judging/test/judging_test.cpp
NEEDS_CUDA_12 := $(addprefix emulator/,test/programs/device_launches.cu test/runtime/device_launches_test.cpp \
	test/programs/warpgroups.cu test/exec/async/warpgroups_test.cpp \
	test/programs/narrow_numbers.cu test/exec/narrow_programs_test.cpp \
	test/exec/language_programs_test.cpp \
	test/programs/wrong_kernels.cu test/exec/programs_test.cpp test/loader/launcher/at_once_test.cpp \
	test/programs/memory_calls.cu test/programs/streams.cu test/runtime/streams_test.cpp \
	test/corpus/programs/corpus_classics.cu test/corpus/faults_test.cpp test/corpus/tables_test.cpp)
LEFT_OUT := $(if $(filter 11.% 12.%,$(NVCC_VERSION)),$(NEEDS_CUDA_13)) $(if $(filter 11.%,$(NVCC_VERSION)),$(NEEDS_CUDA_12))
# Programs that include NVIDIA's headers of cuBLAS, which a small toolkit lacks.
WITHOUT_CUBLAS := $(if $(wildcard $(or $(CUDA_INCLUDE),/usr/include)/cublas_v2.h),,$(addprefix emulator/test/libraries/programs/,cublas_calls.cu cublaslt_calls.cu))
# Uses a compiler cache if there is one.
CCACHE := $(shell command -v ccache)

# $(call cuda_link,FOLDER) links the shared CUDA runtime and looks for it in FOLDER when the program starts. It uses
# DT_RPATH, which takes precedence over LD_LIBRARY_PATH, where many people have the toolkit's folder.
cuda_link = -L$(CUDA_LIB) -lcudart -fopenmp -ldl -lpthread '-Wl,--disable-new-dtags,-rpath,$(1)'

$(call remember,host_flags,$(CXX) $(HOST_FLAGS) $(THIS_CPU) $(if $(THIS_CPU),$(CPU_MODEL)))
$(call remember,nvcc_flags,$(NVCC_FOUND) $(NVCC_VERSION) $(CXX) $(NVCC_FLAGS))
$(call remember,link_flags,$(CXX) $(BACKEND) $(CUDA_LIB))

# Targets that need a compiler depend on this one: if something is missing, it fails with a sentence and exit code 2.
.PHONY: toolchain
toolchain:
	@[ -z "$$PROBLEM" ] || { printf '%s\n' "$$PROBLEM" >&2; exit 2; }

# In a fresh clone with a problem these files do not exist: print the sentence, not that no rule makes them.
ifneq ($(PROBLEM),)
build/config/% build/units/%: | toolchain ;
endif
