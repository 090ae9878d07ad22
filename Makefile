# The commands of the course; `make` alone prints them. Each part of the course has its rules in a file of common/make.
#
# A folder chapters/NN-name with a main.cpp becomes build/NN-name, and every *_test.cpp and *_test.cu is found and run:
# a new chapter, rung or test changes nothing here, and a new common/make/PART.mk is read like the others.
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

# Goals that may be typing errors: no command of help.txt, no chapter's, no file. If no rule makes such a goal, .DEFAULT
# names the nearest command. Without such a goal there is no .DEFAULT, and make itself says which file is missing and what
# for. (make asks .DEFAULT for the compilers' .d files, too, which need not be there.)
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
	@common/make/folded.sh common/make/help.txt
	@echo
	@echo "Chapters: $(or $(CHAPTERS),none yet)"
	@echo "Backend:  $$BACKEND_TEXT"
	@[ -z "$$PROBLEM" ] || printf 'Problem:  %s\n' "$$PROBLEM"

doctor:
	@common/make/doctor.sh $(PACKAGES)

clean:
	rm -rf build course compile_commands.json
