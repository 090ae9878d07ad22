# Chapter programs: chapters/NN-name becomes build/NN-name, and a lesson's small programs, chapters/NN-name/programs/x.cu
# or x.cpp, become build/NN/x. `make run`, `NN`, `run-NN`, `programs-NN`, `bench` and `bench-cpu`.
#
# A chapter's folder has main.cpp, ladder.cpp and one file for each rung. parts/ has other code of main.cpp; programs/
# the small programs, with their own parts/; test/ the tests and their code; more/ what the lesson's steps do not
# visit. A program consists of its chapter's sources, except those of test/ and programs/, and of the code it uses
# from common. It finds the CUDA runtime in build/lib (the emulator) on a machine without a GPU, and in the toolkit's
# folder on a machine with one.
CHAPTERS := $(patsubst chapters/%,%,$(patsubst %/,%,$(dir $(filter chapters/%/main.cu chapters/%/main.cpp,$(SOURCES)))))
PROGRAMS := $(addprefix build/,$(CHAPTERS))
EMULATOR_NEEDED := $(if $(filter emulator,$(BACKEND)),$(filter-out $(RUNTIMES_OF_OTHERS) $(CUBLAS),$(EMULATOR)))
program_rpath = $(if $(filter gpu,$(BACKEND)),$(CUDA_LIB),$$ORIGIN$(1))

# The sources of a chapter without its tests and small programs; sources that small programs share are added on
# request.
OF_TESTS := $(foreach source,$(PLAIN_SOURCES),$(if $(findstring /test/,$(source)),$(source)))
chapter_sources = $(filter-out $(OF_TESTS) $(SHARED_BY_PROGRAMS),$(filter chapters/$(1)/%,$(PLAIN_SOURCES)))
shared_by_programs = $(filter chapters/$(1)/%,$(SHARED_BY_PROGRAMS))

define program_rule
build/$(1): $(call linked,$(1),$(call objects,$(call chapter_sources,$(1))) $(CPU_CHECK)) \
		build/lib/libcommon.a build/config/link_flags
	@$$(STEP) "link $$@" $$@ $$(CXX) -o $$@ $$(filter %.o %.a,$$^) $$(call cuda_link,$$(call program_rpath,/lib))
endef
$(foreach chapter,$(CHAPTERS),$(eval $(call program_rule,$(chapter))))

# chapters/NN-name/programs/x.cu or x.cpp, with programs/parts and the chapter's sources except main.cpp.
chapter_of = $(word 2,$(subst /, ,$(1)))
chapter_number = $(firstword $(subst -, ,$(1)))
lesson_program = build/$(call chapter_number,$(call chapter_of,$(1)))/$(basename $(notdir $(1)))
define lesson_program_rule
$(call lesson_program,$(1)): $(call linked,$(call lesson_program,$(1)),$(call objects,$(1) \
		$(filter-out %/main.cu %/main.cpp,$(call chapter_sources,$(call chapter_of,$(1)))) \
		$(call shared_by_programs,$(call chapter_of,$(1)))) $(CPU_CHECK)) \
		build/lib/libcommon.a build/config/link_flags
	@mkdir -p $$(@D)
	@$$(STEP) "link $$@" $$@ $$(CXX) -o $$@ $$(filter %.o %.a,$$^) $$(call cuda_link,$$(call program_rpath,/../lib))
endef
$(foreach source,$(LESSON_PROGRAM_SOURCES),$(eval $(call lesson_program_rule,$(source))))
LESSON_PROGRAMS := $(foreach source,$(LESSON_PROGRAM_SOURCES),$(call lesson_program,$(source)))

CHAPTER_NUMBERS := $(foreach chapter,$(CHAPTERS),$(call chapter_number,$(chapter)))

# Small programs beside the chapters: common/part/main.cpp becomes build/part, or build/$(TOOL_NAME_part).
TOOL_NAME_dram := dram-model
TOOL_NAME_grade := grade/grade
TOOL_MAINS := $(filter common/%/main.cpp,$(filter-out common/testing/%,$(PLAIN_SOURCES)))
tool_part = $(patsubst common/%/main.cpp,%,$(1))
tool_name = build/$(or $(TOOL_NAME_$(call tool_part,$(1))),$(call tool_part,$(1)))
define tool_rule
$(call tool_name,$(1)): $(call linked,$(call tool_name,$(1)),$(call objects,$(filter $(dir $(1))%,$(PLAIN_SOURCES)))) build/lib/libcommon.a
	@$$(STEP) "link $$@" $$@ $$(CXX) -o $$@ $$(filter %.o,$$^) $$(filter %.a,$$^) -fopenmp -lfmt $$(LIBRARIES_OF_$(patsubst %/,%,$(dir $(1))))
endef
$(foreach source,$(TOOL_MAINS),$(eval $(call tool_rule,$(source))))
TOOLS := $(foreach source,$(TOOL_MAINS),$(call tool_name,$(source)))

# $(call each_program,OPTIONS) runs every chapter's program, even after one fails.
each_program = status=0; for chapter in $(CHAPTERS); do build/$$chapter $(1) $(ARGS) || status=$$?; done; exit $$status
no_chapters = $(if $(CHAPTERS),,@echo "There is no chapter in chapters/ yet." >&2; exit 2)

.PHONY: run bench
run: $(PROGRAMS) $(EMULATOR_NEEDED)
	$(no_chapters)
	@$(call each_program)

# make 02 builds everything that the lesson shows; make run-02, make programs-02. 02-transpose stands for 02 in all of them.
lesson_programs = $(filter build/$(call chapter_number,$(1))/%,$(LESSON_PROGRAMS))
chapter_programs = build/$(1) $(call lesson_programs,$(1))
define chapter_rules
.PHONY: $(1) $(2) run-$(1) run-$(2) programs-$(1) programs-$(2)
$(1): $(2)
$(2): $(call chapter_programs,$(1)) $(EMULATOR_NEEDED)
	@echo "Chapter $(1) is built. Next: make run-$(2), with chapters/$(1)/README.md beside it."
run-$(1): run-$(2)
# With the launcher, so that make start and the first make check do not wait for it.
run-$(2): build/$(1) $(EMULATOR_NEEDED) | $(if $(wildcard common/course/main.cpp),course)
	@build/$(1) $$(ARGS)
programs-$(1): programs-$(2)
programs-$(2): $(call lesson_programs,$(1)) $(EMULATOR_NEEDED)
	@echo "$(if $(call lesson_programs,$(1)),Built: $(call lesson_programs,$(1)),Nothing to build: the pages of chapter $(2) have no small programs. Its ladder is make run-$(2).)"
endef
$(foreach chapter,$(CHAPTERS),$(eval $(call chapter_rules,$(chapter),$(call chapter_number,$(chapter)))))

run-% programs-% tables-%:
	@echo "There is no chapter $*; the chapters are: $(or $(CHAPTERS),none yet)." >&2; exit 2

# "RTX 4090" measures into chapters/NN-name/results/rtx-4090.csv, the source of the chapter's tables.
RESULTS_NAME := $(shell printf '%s' "$(GPU_NAME)" | tr 'A-Z ' 'a-z-' | tr -cd 'a-z0-9-')
# Small programs that measure lie in programs/measuring and accept --csv; their results go to
# chapters/NN-name/results/x/, beside the ladder's.
OF_CHAPTERS := $(foreach chapter,$(CHAPTERS),$(filter chapters/$(chapter)/%,$(LESSON_PROGRAM_SOURCES)))
MEASURING := $(foreach source,$(OF_CHAPTERS),$(if $(findstring /programs/measuring/,$(source)),$(source)))
measured_by = chapters/$(call chapter_of,$(1))/results/$(basename $(notdir $(1)))/$(RESULTS_NAME).csv

# Times are measured on a GPU only: the emulator's say nothing about one.
bench: $(if $(filter gpu,$(BACKEND)),$(PROGRAMS) $(foreach source,$(MEASURING),$(call lesson_program,$(source))))
	@[ $(BACKEND) = gpu ] || { echo "make bench measures time, and only a GPU has it: here is $$BACKEND_TEXT." >&2; exit 2; }
	@mkdir -p $(patsubst %,chapters/%/results,$(CHAPTERS)) $(foreach source,$(MEASURING),$(dir $(call measured_by,$(source))))
	@$(foreach source,$(MEASURING),echo "$(call measured_by,$(source))"; $(call lesson_program,$(source)) --csv >$(call measured_by,$(source)) || exit 1;)
	@$(call each_program,--bench --csv chapters/$$chapter/results/$(RESULTS_NAME).csv)

# The versions for the CPU alone, on a machine with a GPU or without. "AMD EPYC" with two threads measures into
# chapters/NN-name/results/amd-epyc-2-threads.csv.
CPU_RESULTS_NAME = $(shell printf '%s %s threads' "$(or $(wordlist 2,99,$(CPU_MODEL)),cpu)" "$$(nproc)" | tr 'A-Z ' 'a-z-' | tr -cd 'a-z0-9-' | tr -s -)
.PHONY: bench-cpu
bench-cpu: $(PROGRAMS) $(EMULATOR_NEEDED)
	$(no_chapters)
	@mkdir -p $(patsubst %,chapters/%/results,$(CHAPTERS))
	@$(call each_program,--bench --only-cpu --csv chapters/$$chapter/results/$(CPU_RESULTS_NAME).csv)
