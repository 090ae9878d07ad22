# make grade SUBMISSIONS=dir: grades what a class handed in (teaching/grading.md). The program build/grade/grade compiles, links and
# runs the answers itself, for no make and no shell may see a name that a student chose. It asks make for the harnesses that it needs.
PACKAGES_FOR_grade := bubblewrap python3 libssl-dev
PACKAGES_FOR_test := libssl-dev
PACKAGES_FOR_test-all := libssl-dev
LIBRARIES_OF_common/grade := -lcrypto
PACKAGES_FOR_build/grade/grade := $(PACKAGES_FOR_grade)
PACKAGES_FOR_grade += $(if $(SLURM),slurm-client)
OPTIONAL_FOR_grade := similarity-tester
OPTIONAL_FOR_test += bubblewrap similarity-tester
OPTIONAL_FOR_test-all += slurm-wlm munge

build/grade/grade: $(call objects,$(filter-out %/main.cpp,$(filter common/course/%,$(PLAIN_SOURCES)))) $(EXERCISE_BORROWS)
build/test/common-grade: $(call objects,$(filter-out %/main.cpp,$(filter common/course/%,$(PLAIN_SOURCES)))) $(EXERCISE_BORROWS)

# How an answer is compiled and linked: a line of words for each key.
define grade_settings
compiler $(NVCC_COMMAND) $(filter-out -I.,$(ANSWER_FLAGS))
linker $(lastword $(CXX))
library $(CUDA_LIB)
device $(BACKEND)
endef
$(call make_folders,build/grade)
$(call write_if_changed,build/grade/settings,$(grade_settings))

.PHONY: grade
# The thin runtime that answers are linked with (judging.mk) is that of CUDA 13.
ifneq ($(and $(filter emulator,$(BACKEND)),$(strip $(LEFT_OUT))),)
grade:
	@echo "make grade needs the CUDA Toolkit 13, and this is $(NVCC_VERSION): install it, or name its nvcc with make grade NVCC=/path/to/nvcc." >&2; exit 2
else
grade: build/grade/grade
	@build/grade/grade --submissions "$$SUBMISSIONS" $(if $(GRADES),--grades "$$GRADES") $(if $(JOBS),--jobs "$$JOBS") $(if $(RUBRIC),--rubric "$$RUBRIC") \
		$(if $(SECRET),--secret "$$SECRET") $(if $(SEED),--seed "$$SEED") $(if $(ISOLATION),--isolation "$$ISOLATION") \
		$(if $(LIMIT),--limit "$$LIMIT") $(if $(SLURM),--slurm)
endif

# How long grading takes. ARGS="--students 300" makes a larger class.
PACKAGES_FOR_bench-grade := $(PACKAGES_FOR_grade) patch
.PHONY: bench-grade
bench-grade: build/grade/grade | packages
	@DEVICE=emulator MAKE='$(MAKE)' common/grade/bench.py $(ARGS)

ifeq ($(strip $(LEFT_OUT)),)
SCRIPT_TESTS += common/grade/grade_test.sh
SLOW_TESTS += common/grade/slurm_test.sh common/grade/red_team_test.py
test-build: build/grade/02.1/parts
endif
test-build: build/grade/grade
