# How source files become objects, and which sources there are.
#
# nvcc compiles x/y.cu to build/obj/x/y.cu.o. A .cpp file's compile time goes mostly into headers, so g++ compiles
# several files of a folder at once: build/units/x/a.cpp includes x/a.cpp and its neighbours, and becomes
# build/obj/x/a.unit.o. A folder's tests form their own units. Names in unnamed namespaces must differ within a unit.
# The templates of `make new` (new.mk) and the answers of common/grade/red_team are no sources here.
# Header dependencies come from the .d files that the compilers write.
SOURCES := $(filter-out $(LEFT_OUT) $(WITHOUT_CUBLAS),$(patsubst ./%,%,$(sort $(shell find emulator common chapters teaching ! -name '* *' ! -path 'common/templates/*' ! -path 'common/grade/red_team/*' '(' -name '*.cpp' -o -name '*.cu' ')' 2>/dev/null))))
# A rung that is a template is compiled where it is instantiated: chapters/NN-name/parts/instances/x.cu includes N_x.cu.
INSTANCES := $(foreach source,$(SOURCES),$(if $(findstring /parts/instances/,$(source)),$(source)))
SOURCES := $(filter-out $(foreach source,$(INSTANCES),$(subst parts/instances/,%_,$(source))),$(SOURCES))
TEST_SOURCES := $(filter %_test.cpp %_test.cu,$(SOURCES))
# A file in a folder called programs is a program of its own: in a chapter for people to run (programs.mk), elsewhere
# for tests (tests.mk). Code that several of a chapter's programs share lies in programs/parts.
SHARED_BY_PROGRAMS := $(foreach source,$(SOURCES),$(if $(findstring /programs/parts/,$(source)),$(source)))
ALL_PROGRAM_SOURCES := $(filter-out $(TEST_SOURCES) $(SHARED_BY_PROGRAMS),$(foreach source,$(SOURCES),$(if $(findstring /programs/,$(source)),$(source))))
LESSON_PROGRAM_SOURCES := $(filter chapters/%,$(ALL_PROGRAM_SOURCES))
PROGRAM_SOURCES := $(filter-out $(LESSON_PROGRAM_SOURCES),$(ALL_PROGRAM_SOURCES))
PLAIN_SOURCES := $(filter-out $(TEST_SOURCES) $(ALL_PROGRAM_SOURCES) common/make/%,$(SOURCES))

# Optimisation: code that runs for every instruction, byte or element is optimised; code that runs once is compiled
# quickly. The first pattern that matches a source counts. The CPU baselines are compiled for this CPU; kernels that
# are selected at run time are compiled for the instruction set in their name and nothing more.
PER_INSTRUCTION := $(patsubst %,emulator/exec/%.cpp,barriers block_run calls cluster_memory line_counts patterns splits table tracer)
PER_ELEMENT := common/ladder/comparison.cpp common/ladder/random_input.cpp
OPTIMISE := %_test.cpp:none common/grade/%:none common/testing/%:none common/course/%:none common/grading/%:none exercises/%:none
OPTIMISE += $(foreach isa,portable avx2 avx512,common/baseline/multiply/kernel_$(isa).cpp:$(isa) common/baseline/shortcuts/isa_$(isa).cpp:$(isa))
OPTIMISE += common/baseline/%:this_cpu chapters/01-first-kernel/programs/parts/steps.cpp:this_cpu
OPTIMISE += chapters/03-reduction/parts/reductions.cpp:this_cpu chapters/04-matmul/programs/parts/cpu/%:this_cpu
OPTIMISE += $(addsuffix :much,$(PER_INSTRUCTION)) $(patsubst %,emulator/exec/%/%:much,async atomics ops textures)
OPTIMISE += emulator/check/%:much emulator/memory/%:much emulator/cost/%:most emulator/runtime/transfer.cpp:much
OPTIMISE += emulator/libraries/cublas/product.cpp:most emulator/libraries/%:much $(addsuffix :much,$(PER_ELEMENT))
OPTIMISE += %:little
OPTIMISE_none := -O0
OPTIMISE_little := -Og
OPTIMISE_much := -O2
OPTIMISE_most := -O3
OPTIMISE_portable := -O3
# On every x86-64, also one that cannot run them: the program asks the CPU when it starts.
ifeq ($(firstword $(CPU_MODEL)),x86_64)
OPTIMISE_avx2 := -O3 -mavx2 -mfma
OPTIMISE_avx512 := -O3 -mavx512f -mfma
endif
OPTIMISE_this_cpu := -O3 $(THIS_CPU)
optimisation = $(OPTIMISE_$(lastword $(subst :, ,$(firstword $(foreach row,$(OPTIMISE),$(if $(filter $(firstword $(subst :, ,$(row))),$(1)),$(row)))))))

$(call remember,optimise,$(OPTIMISE) $(foreach how,none little much most portable avx2 avx512 this_cpu,$(OPTIMISE_$(how))))

in_folder = $(strip $(foreach source,$(2),$(if $(filter $(1)/,$(dir $(source))),$(source))))
folders = $(sort $(patsubst %/,%,$(dir $(1))))

# Compiled alone: main functions and programs; files with their own flags; files that declare NVIDIA's calls
# differently from its headers; and files that programs without a CUDA runtime link.
ALONE := %/main.cpp common/testing/run_tests.cpp emulator/test/fuzz/%.cpp $(addprefix emulator/test/random/,gpu.cpp random_ptx.cpp)
ALONE += $(ALL_PROGRAM_SOURCES)
ALONE += common/cpu/check.cpp $(PER_ELEMENT) emulator/exec/ops/%.cpp common/baseline/multiply/kernel_%
ALONE += common/baseline/shortcuts/isa_% chapters/01-first-kernel/programs/parts/steps.cpp chapters/03-reduction/parts/reductions.cpp
ALONE += emulator/runtime/transfer.cpp emulator/runtime/error_names.cpp emulator/runtime/exit_calls.cpp emulator/runtime/older/%.cpp
ALONE += emulator/libraries/cublas/product.cpp emulator/libraries/cublas/calls.cpp
ALONE += emulator/cost/access_models.cpp emulator/cost/historical_models.cpp emulator/report/names.cpp emulator/report/pattern_words.cpp emulator/trace/reader.cpp
# In a large unit g++ inlines less: with what runs for every instruction or access in one unit, a reduction with all checks ran at
# half its speed (make bench-simt).
ALONE += $(PER_INSTRUCTION) $(filter-out %/cures.cpp %/footprint.cpp %/stream_races.cpp,$(wildcard emulator/check/races/*.cpp))
# The emulator needs these files of a larger part.
ALONE += common/occupancy/device.cpp common/occupancy/occupancy.cpp common/dram/dram.cpp
# An answer in a process of its own links the watch and none of the other checks.
ALONE += common/grading/endless_loop.cpp
ALONE += common/ladder/csv.cpp common/ladder/files.cpp common/ladder/marked_page.cpp
TOGETHER := $(filter-out $(ALONE),$(filter-out %_test.cpp,$(filter %.cpp,$(SOURCES)))) $(filter %_test.cpp,$(TEST_SOURCES))

# $(call divide,N,FILES) makes units of at most N files, each named after its first. Tests form smaller ones, since they share more names.
divide = $(if $(2),$(call unit,$(wordlist 1,$(1),$(2)))$(call divide,$(1),$(wordlist $(words 1 $(wordlist 1,$(1),$(2))),999,$(2))))
unit = $(eval UNITS += $(firstword $(1)))$(foreach source,$(1),$(eval unit_of_$(source) := $(firstword $(1))))\
	$(call write_if_changed,build/units/$(firstword $(1)),$(foreach source,$(1),$(hash)include "$(source)"$(newline)))
$(call make_folders,$(addprefix build/units/,$(call folders,$(TOGETHER))))
$(foreach folder,$(call folders,$(TOGETHER)),\
	$(call divide,20,$(call in_folder,$(folder),$(filter-out %_test.cpp,$(TOGETHER))))\
	$(call divide,14,$(call in_folder,$(folder),$(filter %_test.cpp,$(TOGETHER)))))

# The objects that hold these sources.
objects = $(sort $(foreach source,$(1),build/obj/$(or $(unit_of_$(source):.cpp=.unit),$(source)).o))
STEP := common/make/step.sh
# g++ frees memory at 256 MiB instead of 128 MiB: compiling a unit takes a tenth less time.
FEWER_COLLECTIONS := --param ggc-min-heapsize=262144
compile = $(STEP) "g++ $(1)$(2)" $@ $(CCACHE) $(CXX) $(HOST_FLAGS) $(FEWER_COLLECTIONS) $(call optimisation,$(1)) $(OBJECT_FLAGS) \
	-MMD -MP -MF $(@:.o=.d) -MT$@ -c $< -o $@

$(UNITS:%.cpp=build/obj/%.unit.o): build/obj/%.unit.o: build/units/%.cpp build/config/host_flags build/config/optimise | toolchain packages
	@mkdir -p $(@D)
	@$(call compile,$*.cpp,$(and $(word 2,$(file <$<)), ...))

build/obj/%.cpp.o: %.cpp build/config/host_flags build/config/optimise | toolchain packages
	@mkdir -p $(@D)
	@$(call compile,$<)

build/obj/%.cu.o: %.cu build/config/nvcc_flags | toolchain packages
	@mkdir -p $(@D)
	@$(STEP) "nvcc $<" $@ $(NVCC_COMMAND) $(NVCC_FLAGS) $(NVCC_EXTRA) -MMD -MP -MF $(@:.o=.d) \
		--dependency-target-name=$@ -c $< -o $@

# Tests are compiled more often than they are run.
build/obj/%_test.cu.o: NVCC_EXTRA += -Xcompiler -O1

# The code that ends a program on an unsuitable CPU is itself compiled for any CPU.
CPU_CHECK := $(call objects,$(filter common/cpu/check.cpp,$(SOURCES)))
build/obj/common/cpu/check.cpp.o: OBJECT_FLAGS = -fPIC $(if $(CPU_LEVEL),-DBUILT_FOR='"$(CPU_LEVEL)"')

# The common sources that chapter programs may link. They need no library but CUDA's, so that they build on a machine
# with a GPU and without Debian's packages.
COMMON_SOURCES := $(filter common/baseline/% common/cuda/% common/dram/dram.cpp common/ladder/% common/terminal/%,$(PLAIN_SOURCES))
COMMON_OBJECTS := $(call objects,$(COMMON_SOURCES))
$(call remember,common_objects,$(COMMON_OBJECTS))
build/lib/libcommon.a: $(COMMON_OBJECTS) build/config/common_objects
	@mkdir -p $(@D)
	@$(STEP) "archive $@" $@ ar rcs $@ $(filter %.o,$^)

-include $(UNITS:%.cpp=build/obj/%.unit.d) $(patsubst %,build/obj/%.d,$(filter-out $(TOGETHER),$(SOURCES)))
