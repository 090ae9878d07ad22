# make editor: writes compile_commands.json, with which editors find this project's headers and CUDA's. It has this machine's
# paths, so it is not committed. Learners' files are in it, too.
#
# It is for clangd, and so in the words of clang, which knows CUDA and does not read nvcc's options.
EDITED = $(sort $(shell find emulator common chapters exercises solutions ! -path 'common/templates/*' '(' -name '*.cpp' -o -name '*.cu' ')'))
NOT_OF_CLANG := -Werror -Wno-restrict -Wno-dangling-reference -mtune=native
# g++ has omp.h, and clang only with another package.
CLANG_LAST = $(eval CLANG_LAST := -idirafter $(shell $(CXX) -print-file-name=include 2>/dev/null))$(CLANG_LAST)
CLANG_CUDA = clang++ -x cuda --cuda-gpu-arch=sm_90 -std=c++17 -fopenmp -I. -include common/make/clangd.cuh \
	$(if $(CUDA_INCLUDE),--cuda-path=$(dir $(CUDA_INCLUDE)) $(addprefix -isystem ,$(wildcard $(CUDA_INCLUDE)/cccl))) $(CLANG_LAST)
CLANG_HOST = clang++ $(filter-out $(NOT_OF_CLANG),$(HOST_FLAGS) $(call optimisation,$(1))) $(CLANG_LAST)
clang = $(if $(filter %.cu,$(1)),$(CLANG_CUDA),$(call CLANG_HOST,$(1)))
# The folder as a string of JSON.
HERE := "$(subst ",\",$(subst \,\\,$(CURDIR)))"
entry = {"directory": $(HERE), "file": "$(1)", "command": "$(call clang,$(1)) -c $(1)"}@@
entries = $(subst @@,,$(subst @@ ,$(comma)$(newline),$(foreach source,$(EDITED),$(call entry,$(source)))))

.PHONY: editor
editor: | toolchain
	$(file >compile_commands.json,[$(entries)])
	@echo "compile_commands.json is written. clangd, from version 22 on, finds it in this folder; .vscode/ has the tasks."

SCRIPT_TESTS += common/make/editor_test.sh
