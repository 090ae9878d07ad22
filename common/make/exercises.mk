# Exercises: make start, list, check, watch, show, hint, diff, reset and verify.
#
# An answer becomes a program, build/check/NAME/check: the answer, the harness of its exercise, and code that all
# answers share. The launcher, ./course (common/course/main.cpp), runs it and prints the result; it calls make to build
# an answer. `make check` calls the launcher. An exercise that is not solved yet (exit code 1) is no error of make's.

# A harness is host code; kernels that it launches itself are in a separate file.
HARNESSES := $(sort $(wildcard exercises/*/*/check.cpp exercises/*/*/kernels.cu))
HARNESS_OBJECTS := $(call objects,$(HARNESSES))
# Explicit targets: objects that only a pattern rule names are intermediate files to make, which deletes them.
$(HARNESS_OBJECTS):
-include $(HARNESS_OBJECTS:.o=.d)

# The part of the emulator that computes the cost of an access, and its texts for source lines: it runs no kernels.
GRADING_BORROWS := $(call objects,emulator/cost/access_models.cpp emulator/cost/historical_models.cpp emulator/report/names.cpp)
GRADING_OBJECTS := $(call objects,$(filter common/grading/%,$(PLAIN_SOURCES))) $(GRADING_BORROWS)
$(call remember,grading_objects,$(GRADING_OBJECTS))
build/lib/libgrading.a: $(GRADING_OBJECTS) build/config/grading_objects
	@mkdir -p $(@D)
	@$(STEP) "archive $@" $@ ar rcs $@ $(filter %.o,$^)
build/test/common-grading: $(GRADING_BORROWS)

# Running a program and judging its record is shared with the test runner; reading a trace, making a page of it, and the words
# for an access, with the emulator.
EXERCISE_BORROWS := $(call objects,common/testing/process.cpp common/testing/record.cpp common/testing/verdict.cpp \
	$(SIMT_VIEW) emulator/trace/reader.cpp emulator/report/pattern_words.cpp emulator/report/names.cpp)
build/course build/test/common-course: $(EXERCISE_BORROWS)

HARNESS_LINKS := $(call objects,common/testing/main.cpp common/testing/record.cpp) build/lib/libgrading.a build/lib/libcommon.a
EXERCISE_TOOLS := course build/course $(HARNESS_LINKS)
$(call remember,exercise_device,$(BACKEND))
# $(call link_answer,FOLDER): links the program, which will look for the CUDA runtime in that folder.
link_answer = $(STEP) "link $@" $@ $(CXX) -o $@ $(filter %.o %.a,$^) -lfmt $(call cuda_link,$(1))

# EX=02.1 is exercises/02-*/1-*.
EX_NUMBERS := $(subst ., ,$(EX))
EX_HARNESS := $(if $(word 2,$(EX_NUMBERS)),$(foreach file,check.cpp kernels.cu,\
	$(wildcard exercises/$(word 1,$(EX_NUMBERS))-*/$(word 2,$(EX_NUMBERS))-*/$(file))))
EX_FOLDER := $(patsubst %/,%,$(firstword $(dir $(EX_HARNESS))))
solution_of = $(wildcard $(1:exercises/%=solutions/%)/*.cu)
# A students' copy has stubs/ in place of solutions/ (make dist).
stub_of = $(1)/$(notdir $(or $(call solution_of,$(1)),$(wildcard $(1:exercises/%=stubs/%)/*.cu)))

# A learner's warnings are not errors. If the file does not compile, there is no object, and if it does not link, no
# program: build/course reads the messages from `errors`. The learner's own file is built in build/check/02.1. For
# another file, of any name and anywhere, the build folder has a file `source` with its path.
ANSWER_FLAGS := $(subst $(comma)-Werror,,$(subst -Werror all-warnings,,$(NVCC_FLAGS)))
$(call remember,exercise_compile,$(NVCC_COMMAND) $(ANSWER_FLAGS))
compile_answer = mkdir -p $(@D); $(STEP) "nvcc $$source" $@ timeout 300 $(NVCC_COMMAND) $(ANSWER_FLAGS) -MMD -MP -MF $(@:.o=.d) \
	--dependency-target-name=$@ -c "$$source" -o $@ 2>$(@D)/errors || rm -f $@
ifneq ($(EX_FOLDER),)
EX_ANSWER := $(wildcard $(call stub_of,$(EX_FOLDER)))
build/check/$(EX)/answer.cu.o: $(EX_ANSWER) build/config/exercise_compile | toolchain packages
	@source=$<; $(compile_answer)
-include build/check/$(EX)/answer.cu.d

build/check/%/answer.cu.o: build/check/%/source build/config/exercise_compile | toolchain packages
	@source=$$(cat $<); $(compile_answer)

build/check/%/check: build/check/%/answer.cu.o $(call objects,$(EX_HARNESS)) $(HARNESS_LINKS) build/config/link_flags | $(EMULATOR_NEEDED)
	@[ -e $< ] && $(call link_answer,$(call program_rpath,/../../lib)) 2>$(@D)/errors || rm -f $@
endif

# The launcher in the repository's root.
course: build/course
	@ln -sf $< $@
not_solved_is_no_error = || [ $$? -eq 1 ]

.PHONY: start list check watch show show-programs hint diff reset verify verify-programs
check: course $(if $(EX_ANSWER),build/check/$(EX)/check)
	@./course check $(EX) --built $(if $(ALL),--all) $(if $(SEED),--seed '$(SEED)') $(not_solved_is_no_error)

watch: course
	@./course watch $(EX) $(if $(ALL),--all) $(not_solved_is_no_error)

diff: course
	@./course diff $(EX) $(if $(FORCE),--force) $(not_solved_is_no_error)

# On the emulator, even on a machine with a GPU.
show-programs: $(EMULATOR)
show: course $(if $(EX_ANSWER),build/check/$(EX)/check) show-programs
	@./course show $(EX) --built $(if $(HTML),--html) $(not_solved_is_no_error)

hint: course
	@./course hint $(EX) $(if $(RESET),--reset)

start list reset: course
	@./course $@ $(EX)

# EX=02.1 verifies one exercise alone; PAGES=write writes the stubs' output into their pages.
verify: course verify-programs
	@./course verify $(EX) --built $(if $(filter write,$(PAGES)),--write-pages)

# The stub, the solution and the wrong answers: 02.1.stub, 02.1.solution, 02.1.no_guard. They are compiled like
# everything else, and run on the emulator, even on a machine with a GPU. A wrong answer is the solution with the
# patch solutions/*/*/wrong/NAME.diff.
PACKAGES_FOR_verify := patch
PACKAGES_FOR_verify-programs := patch
exercise_number = $(firstword $(subst -, ,$(word 2,$(subst /, ,$(1))))).$(firstword $(subst -, ,$(word 3,$(subst /, ,$(1)))))
wrong_answers = $(if $(filter write,$(PAGES)),,$(wildcard $(1:exercises/%=solutions/%)/wrong/*.diff))
wrong_source = $(patsubst solutions/%.diff,build/answers/%.cu,$(1))
define verified_rule
build/check/$(1)/check: $(call objects,$(2) $(wildcard $(3)/check.cpp $(3)/kernels.cu)) $(HARNESS_LINKS) build/config/link_flags
	@mkdir -p $$(@D)
	@$$(call link_answer,$$$$ORIGIN/../../lib)
verify-programs: build/check/$(1)/check
-include $(patsubst %.o,%.d,$(call objects,$(2)))
endef
define wrong_rule
$(call wrong_source,$(1)): $(1) $(call solution_of,$(2))
	@mkdir -p $$(@D)
	@patch --silent --unified --fuzz=0 --force --output=$$@ $$(word 2,$$^) $$< || \
		{ echo "$$< does not fit $$(word 2,$$^) any more: exercises/README.md says how to write it." >&2; exit 1; }
$(call verified_rule,$(call exercise_number,$(2)).$(basename $(notdir $(1))),$(call wrong_source,$(1)),$(2))
endef
ifneq ($(and $(wildcard solutions),$(filter verify verify-programs,$(MAKECMDGOALS))),)
$(foreach folder,$(if $(EX),$(EX_FOLDER),$(patsubst %/check.cpp,%,$(filter %/check.cpp,$(HARNESSES)))),\
	$(eval $(call verified_rule,$(call exercise_number,$(folder)).stub,$(call stub_of,$(folder)),$(folder)))\
	$(if $(filter write,$(PAGES)),,$(eval $(call verified_rule,$(call exercise_number,$(folder)).solution,$(call solution_of,$(folder)),$(folder))))\
	$(foreach wrong,$(call wrong_answers,$(folder)),$(eval $(call wrong_rule,$(wrong),$(folder)))))
endif
verify-programs: $(EMULATOR)

SCRIPT_TESTS += common/course/solutions_test.sh common/course/check_test.sh common/course/loop_test.sh
test-build: $(EXERCISE_TOOLS) $(call objects,$(filter exercises/02-transpose/1-%,$(HARNESSES)))

# What make dist PREBUILT=1 builds for students: all of make check but the answers.
.PHONY: handed-out
handed-out: $(EXERCISE_TOOLS) $(HARNESS_OBJECTS) $(EMULATOR)
