# In a terminal the labels of build steps are numbered: "[12 of 345] g++ x.cpp". step.sh counts in the folder $(STEPS), and asks
# `make -n $(STEP_GOALS)` how many there are. Only goals whose recipes build and run programs: make -n really runs the
# lines of a recipe that call make again.
STEP_GOALS := $(patsubst test,test-build,$(MAKECMDGOALS))
COUNTABLE := test-build run run-% programs-% start list check course show hint verify-programs build/% $(CHAPTERS) $(CHAPTER_NUMBERS)
ifeq ($(MAKELEVEL)$(filter-out $(COUNTABLE),$(STEP_GOALS)),0)
ifneq ($(STEP_GOALS),)
ifneq ($(MAKE_TERMOUT),)
# The folders of makes that have ended, and of one that had this number, are removed.
STEPS := $(shell rm -rf build/steps/$$PPID; for folder in build/steps/*; do \
	[ -e "/proc/$$(basename "$$folder")" ] || rm -rf "$$folder"; done; echo build/steps/$$PPID)
endif
endif
endif
export STEPS STEP_GOALS
