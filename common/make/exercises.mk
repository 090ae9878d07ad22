# Exercises: make check, make hint, make diff, make verify. The program behind them is build/exercises (common/exercises/main.cpp), which
# compiles a learner's file and runs it with the harness; here is built what all answers share.
#
# make turns every failure into its own exit code 2: scripts that tell "not solved" (1) from "no such exercise" (2) call
# build/exercises check, once make check has built what it needs. It does not ask make, but refuses to grade with objects that
# are older than their sources.

# A harness is host code; kernels that it launches itself are in a file of their own.
HARNESSES := $(sort $(wildcard exercises/*/*/check.cpp exercises/*/*/kernels.cu))
HARNESS_OBJECTS := $(call objects,$(HARNESSES))
-include $(HARNESS_OBJECTS:.o=.d)

# The part of the emulator that says what an access costs, and its words for source lines: no kernel runs in there.
GRADING_BORROWS := $(call objects,emulator/cost/access_models.cpp emulator/cost/historical_models.cpp emulator/report/names.cpp)
GRADING_OBJECTS := $(call objects,$(filter common/grading/%,$(PLAIN_SOURCES))) $(GRADING_BORROWS)
$(call remember,grading_objects,$(GRADING_OBJECTS))
build/lib/libgrading.a: $(GRADING_OBJECTS) build/config/grading_objects
	@mkdir -p $(@D)
	@$(STEP) "archive $@" $@ ar rcs $@ $(filter %.o,$^)
build/test/common-grading: $(GRADING_BORROWS)

# Running a program and judging its record is the test runner's work too.
EXERCISE_BORROWS := $(call objects,common/testing/process.cpp common/testing/record.cpp common/testing/verdict.cpp)
build/exercises build/test/common-exercises: $(EXERCISE_BORROWS)

# What build/exercises reads: how an answer is compiled, what makes it strict, what the answer is linked with beside its harness, and
# what it runs on. A learner's warnings are no errors. Programs lie in build/check/02.1/.
ANSWER_FLAGS := $(subst $(comma)-Werror,,$(subst -Werror all-warnings,,$(NVCC_FLAGS)))
HARNESS_LINKS := $(call objects,common/testing/main.cpp common/testing/record.cpp) build/lib/libgrading.a build/lib/libcommon.a
$(call remember,exercise_compile,$(NVCC_COMMAND) $(ANSWER_FLAGS))
$(call remember,exercise_strict,-Werror all-warnings -Xcompiler -Werror)
$(call remember,exercise_link,$(CXX) $(HARNESS_LINKS) -L$(CUDA_LIB) -lcudart -lfmt -fopenmp -ldl -lpthread)
$(call remember,exercise_device,$(BACKEND) $(if $(filter gpu,$(BACKEND)),$(CUDA_LIB)))
EXERCISE_TOOLS := build/exercises $(HARNESS_LINKS)
$(call remember,exercise_objects,$(sort $(filter %.o,$(HARNESS_LINKS)) $(GRADING_OBJECTS) $(EXERCISE_BORROWS) \
	$(call objects,$(COMMON_SOURCES) $(filter common/exercises/%,$(PLAIN_SOURCES)))))
$(call remember,exercise_emulator,$(SIMT_OBJECTS))

# EX=02.1 is exercises/02-*/1-*.
EX_NUMBERS := $(subst ., ,$(EX))
EX_HARNESS := $(if $(word 2,$(EX_NUMBERS)),$(foreach file,check.cpp kernels.cu,\
	$(wildcard exercises/$(word 1,$(EX_NUMBERS))-*/$(word 2,$(EX_NUMBERS))-*/$(file))))

# The answer is compiled while its grader is. One that does not compile is no failure of make's: build/exercises says what is wrong.
EX_FOLDER := $(firstword $(dir $(EX_HARNESS)))
EX_ANSWER := $(if $(EX_FOLDER),$(wildcard $(addprefix $(EX_FOLDER),$(notdir $(wildcard $(EX_FOLDER:exercises/%=solutions/%)*.cu)))))
EX_OBJECT := $(call objects,$(EX_ANSWER))
ifneq ($(EX_OBJECT),)
$(EX_OBJECT): $(EX_ANSWER) build/config/exercise_compile | toolchain packages
	@mkdir -p $(@D)
	@$(STEP) "nvcc $<" - common/make/compile_answer.sh $< $@ $(NVCC_COMMAND) $(ANSWER_FLAGS)
-include $(EX_OBJECT:.o=.d)
endif

.PHONY: check hint diff verify
check: build/exercises $(if $(EX_HARNESS),$(EX_OBJECT) $(HARNESS_LINKS) $(call objects,$(EX_HARNESS)) $(EMULATOR_NEEDED))
	@build/exercises check $(EX) $(addprefix --object ,$(EX_OBJECT))

hint: build/exercises
	@build/exercises hint $(EX) $(if $(RESET),--reset)

diff: build/exercises
	@build/exercises diff $(EX)

# EX=02.1 verifies one exercise alone, PAGES=write puts what the stubs print into their pages.
verify: $(EXERCISE_TOOLS) $(HARNESS_OBJECTS) $(EMULATOR)
	@build/exercises verify $(EX) $(if $(filter write,$(PAGES)),--write-pages)

SCRIPT_TESTS += common/exercises/stubs_test.sh common/exercises/check_test.sh
test-build: $(HARNESS_LINKS) $(call objects,$(filter exercises/02-transpose/1-%,$(HARNESSES)))
