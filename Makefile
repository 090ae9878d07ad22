# Every command of the course; `make` alone prints them. What each does is in the file of its name under common/make.
#
# A folder chapters/NN-name with a main.cpp becomes build/NN-name, every *_test.cpp and *_test.cu is found and run: adding
# a chapter, a rung or a test changes nothing here. A part of the course adds commands by adding common/make/<part>.mk.
.DEFAULT_GOAL := help
.SUFFIXES:
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory
ifeq ($(MAKELEVEL),0)
ifeq ($(filter -j%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif
endif

CORE_PARTS := toolchain packages objects emulator programs
LAST_PARTS := tests
OTHER_PARTS := $(filter-out $(CORE_PARTS) $(LAST_PARTS),$(patsubst common/make/%.mk,%,$(sort $(wildcard common/make/*.mk))))
include $(patsubst %,common/make/%.mk,$(CORE_PARTS) $(OTHER_PARTS) $(LAST_PARTS))

# Goals that are neither in help.txt nor files: rules that come with chapters, parts of other goals, and typing errors. .DEFAULT
# answers what no rule makes. Without such a goal it is not there, so that make itself says which file is missing and what for.
# (It is asked for the compilers' .d files too, which need not be there.)
LISTED := $(patsubst make@%,%,$(filter make@%,$(subst make ,make@,$(file <common/make/help.txt))))
GUESSED := $(filter-out help $(LISTED) run-% programs-% tables-% $(CHAPTERS) $(CHAPTER_NUMBERS),$(MAKECMDGOALS))
GUESSED := $(strip $(foreach goal,$(GUESSED),$(if $(findstring /,$(goal)),,$(goal))))
ifneq ($(GUESSED),)
.DEFAULT:
	$(if $(filter %.d,$@),,@$(if $(filter $@,$(GUESSED)),EX='$(EX)' common/make/nearest.sh '$@' $(CHAPTERS),\
		echo "$@ is not there, and no rule makes it." >&2; exit 2))
endif

.PHONY: help doctor clean
help:
	@cat common/make/help.txt
	@echo
	@echo "Chapters: $(or $(CHAPTERS),none yet)"
	@echo "Backend:  $$BACKEND_TEXT"
	@[ -z "$$PROBLEM" ] || printf 'Problem:  %s\n' "$$PROBLEM"

doctor:
	@common/make/doctor.sh $(PACKAGES)

clean:
	rm -rf build
