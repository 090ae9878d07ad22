# What was found on this machine, and the compiler flags that follow from it.
#
# detect.sh runs once a call of make; nested calls of the same checkout read what it found. The flags are remembered in build/config, and
# objects depend on those files: another compiler, GPU or DEVICE rebuilds what it concerns and nothing else.
ifneq ($(DETECTED_IN),$(CURDIR))
OUTERMOST := yes
$(shell mkdir -p build/config && NVCC='$(NVCC)' DEVICE='$(DEVICE)' \
	CXX_ASKED='$(if $(filter command,$(origin CXX)),$(CXX))' common/make/detect.sh >build/config/detected.$$PPID && \
	mv build/config/detected.$$PPID build/config/detected.mk)
export DETECTED_IN := $(CURDIR)
endif
include build/config/detected.mk
export PROBLEM BACKEND_TEXT BACKEND CUDA_LIB NVCC_FOUND NVCC_VERSION GPU_NAME GPU_ARCH DRIVER V

CXX := g++
export CXX

# $(call remember,NAME,TEXT) writes build/config/NAME, only when TEXT differs from what is there.
# The name leads the text, so that a file without a text exists too.
# strip: make 4.3 keeps the newline at the end of some files that it reads.
remember = $(if $(call same,$(strip $(file <build/config/$(1))),$(strip $(1): $(2))),,$(file >build/config/$(1),$(1): $(2)))
same = $(if $(subst x$(1)x,,x$(2)x)$(subst x$(2)x,,x$(1)x),,yes)

# sm_90 machine code and compute_90 PTX always: the emulator runs the PTX and reads registers from the machine code.
CODE := -gencode arch=compute_90,code=[sm_90,compute_90]
ifeq ($(BACKEND),gpu)
ifneq ($(GPU_ARCH),90)
CODE += -gencode arch=compute_$(GPU_ARCH),code=sm_$(GPU_ARCH)
endif
endif

# -Wrestrict accuses g++ 12's own std::string (GCC bug 105651).
WARNINGS := -Wall -Wextra -Werror -Wno-restrict
HOST_FLAGS := -std=c++20 -O2 -fopenmp $(WARNINGS) -I. $(if $(CUDA_INCLUDE),-isystem $(CUDA_INCLUDE))
# g++ 13 sees a dangling reference wherever a function takes a temporary and returns a reference. Not remembered below,
# since it changes no object.
FALSE_ALARMS := -Wno-dangling-reference
# A g++ for nvcc where the one that is found first is too new for it. And ptxas 11.8 crashes on lines of inlined functions in code
# for sm_90; without them, findings name the line of the function alone.
TOOLKIT_FLAGS := $(addprefix -ccbin ,$(if $(filter command,$(origin CXX)),$(CXX),$(NVCC_HOST)))
TOOLKIT_FLAGS += $(if $(filter 11.%,$(NVCC_VERSION)),-Xcicc -no-lineinfo-inlined-at)
# 20011 and 20014: a host function reached from device code is a warning to nvcc, and a crash to a learner.
NVCC_FLAGS := -std=c++17 -O3 -lineinfo --cudart shared $(CODE) --diag-error=20011,20014 -Werror all-warnings \
	-Xcompiler -Wall,-Wextra,-Werror,-Wno-restrict,-fopenmp -I. $(TOOLKIT_FLAGS)
NVCC_COMMAND := $(NVCC_FOUND)

# $(call cuda_link,FOLDER) links the shared CUDA runtime and looks for it in FOLDER when the program starts.
cuda_link = -L$(CUDA_LIB) -lcudart -fopenmp -ldl -lpthread '-Wl,--enable-new-dtags,-rpath,$(1)'

$(call remember,host_flags,$(CXX) $(HOST_FLAGS) $(CPU_MODEL))
$(call remember,nvcc_flags,$(NVCC_FOUND) $(NVCC_VERSION) $(CXX) $(NVCC_FLAGS))
$(call remember,link_flags,$(CXX) $(BACKEND) $(CUDA_LIB))

# Targets that need a compiler wait for this one: a sentence and exit code 2 where something is missing.
.PHONY: toolchain
toolchain:
	@[ -z "$$PROBLEM" ] || { printf '%s\n' "$$PROBLEM" >&2; exit 2; }
