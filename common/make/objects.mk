# How one source file becomes an object, and which sources there are.
#
# x/y.cpp becomes build/obj/x/y.cpp.o by g++, x/y.cu becomes build/obj/x/y.cu.o by nvcc. OBJECT_FLAGS and NVCC_EXTRA are
# for pattern-specific additions. Headers are followed through the .d files that the compilers write.
SOURCES := $(patsubst ./%,%,$(sort $(shell find common chapters -name '*.cpp' -o -name '*.cu' 2>/dev/null)))
TEST_SOURCES := $(filter %_test.cpp %_test.cu,$(SOURCES))
# A file in a folder called programs is a program of its own: in a chapter for people to run (programs.mk), elsewhere for
# tests (tests.mk).
ALL_PROGRAM_SOURCES := $(filter-out $(TEST_SOURCES),$(foreach source,$(SOURCES),$(if $(findstring /programs/,$(source)),$(source))))
LESSON_PROGRAM_SOURCES := $(filter chapters/%,$(ALL_PROGRAM_SOURCES))
PROGRAM_SOURCES := $(filter-out $(LESSON_PROGRAM_SOURCES),$(ALL_PROGRAM_SOURCES))
PLAIN_SOURCES := $(filter-out $(TEST_SOURCES) $(ALL_PROGRAM_SOURCES) common/make/%,$(SOURCES))

# Short files of one part are compiled together, since most of what they cost is their headers: unit NAME is build/units/NAME.cpp,
# which includes the files in unit_NAME. Names in unnamed namespaces must differ there.
UNITS := exercises grading testing
unit_exercises := $(filter-out %/main.cpp,$(filter common/exercises/%,$(PLAIN_SOURCES)))
unit_grading := $(filter common/grading/%,$(PLAIN_SOURCES))
unit_testing := $(filter-out %/main.cpp %/run_tests.cpp,$(filter common/testing/%,$(PLAIN_SOURCES)))
$(foreach unit,$(UNITS),$(foreach source,$(unit_$(unit)),$(eval UNIT_OF_$(source) := build/units/$(unit).cpp)))
UNIT_OBJECTS := $(UNITS:%=build/obj/build/units/%.cpp.o)

objects = $(foreach source,$(1),build/obj/$(or $(UNIT_OF_$(source)),$(source)).o)
STEP := common/make/step.sh

build/obj/%.cpp.o: %.cpp build/config/host_flags | toolchain packages
	@mkdir -p $(@D)
	@$(STEP) "g++ $<" $(CXX) $(HOST_FLAGS) $(FALSE_ALARMS) $(OBJECT_FLAGS) -MMD -MP -c $< -o $@

build/obj/%.cu.o: %.cu build/config/nvcc_flags | toolchain packages
	@mkdir -p $(@D)
	@$(STEP) "nvcc $<" $(NVCC_COMMAND) $(NVCC_FLAGS) -Xcompiler $(FALSE_ALARMS) $(NVCC_EXTRA) -MMD -MP -MF $(@:.o=.d) -c $< -o $@

$(UNITS:%=build/units/%.cpp): build/units/%.cpp: build/config/unit_%
	@mkdir -p $(@D)
	@printf '#include "%s"\n' $(unit_$*) >$@.$$$$ && mv $@.$$$$ $@
$(foreach unit,$(UNITS),$(call remember,unit_$(unit),$(unit_$(unit))))

# Tests, and what runs them, are compiled more often than they run. (Where two patterns fit, the narrower counts.)
build/obj/%_test.cpp.o build/obj/common/testing/%.cpp.o build/obj/common/exercises/%.cpp.o $(UNIT_OBJECTS): OBJECT_FLAGS = -O0
build/obj/chapters/%_test.cpp.o build/obj/common/baseline/multiply/kernel_test.cpp.o: OBJECT_FLAGS = -O0
build/obj/%_test.cu.o: NVCC_EXTRA += -Xcompiler -O1
# The CPU baselines are to be as fast as this CPU allows, and their tests compute as much.
build/obj/common/baseline/%.cpp.o build/obj/chapters/%.cpp.o: OBJECT_FLAGS = -O3 -march=native
# Kernels that are chosen when a program runs are compiled for the instruction set in their name and nothing more.
CHOSEN_KERNELS := build/obj/common/baseline/multiply/kernel_ build/obj/common/baseline/shortcuts/isa_
$(addsuffix portable.cpp.o,$(CHOSEN_KERNELS)): OBJECT_FLAGS = -O3
ifeq ($(firstword $(CPU_MODEL)),x86_64)
$(addsuffix avx2.cpp.o,$(CHOSEN_KERNELS)): OBJECT_FLAGS = -O3 -mavx2 -mfma
$(addsuffix avx512.cpp.o,$(CHOSEN_KERNELS)): OBJECT_FLAGS = -O3 -mavx512f -mfma
endif

# What chapter programs may link. These parts need no library but CUDA's, so that a machine with a GPU and without
# Debian's packages builds them.
COMMON_SOURCES := $(filter common/baseline/% common/cuda/% common/ladder/%,$(PLAIN_SOURCES))
$(call remember,common_sources,$(COMMON_SOURCES))
build/lib/libcommon.a: $(call objects,$(COMMON_SOURCES)) build/config/common_sources
	@mkdir -p $(@D)
	@rm -f $@
	@ar rcs $@ $(filter %.o,$^)

-include $(patsubst %,build/obj/%.d,$(SOURCES)) $(UNIT_OBJECTS:.o=.d)
