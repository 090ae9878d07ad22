# `make test-toolkit`: the course with Debian's CUDA 11.8 and 12.4, each unpacked into a temporary folder under
# build/toolkits. TOOLKIT=/path/to/nvcc uses an installed toolkit. Not part of make test: it needs the network once, 3
# GB of disk, and time.
.PHONY: test-toolkit test-with-toolkit
test-toolkit:
	@common/make/test_toolkit.sh $(TOOLKIT)

# It runs in a copy of this checkout: every chapter's ladder and tests, the reference solution of every exercise, and
# the tests of the emulator that run programs built by nvcc.
TOOLKIT_TESTS = $(filter build/test/chapters-%,$(TEST_BINARIES)) \
	$(filter $(patsubst %,build/test/emulator-%,runtime exec corpus ptx loader loader-launcher),$(TEST_BINARIES))
SOLVED = $(foreach answer,$(wildcard solutions/*/*/*.cu),'build/course check $(call exercise_number,$(answer)) --answer $(answer)')
test-with-toolkit: | packages
	@$(MAKE) build/run-tests $(TOOLKIT_TESTS) $(TEST_PROGRAMS) $(PROGRAMS) $(LESSON_PROGRAMS) $(EXERCISE_TOOLS) $(HARNESS_OBJECTS) $(EMULATOR)
	@OMP_WAIT_POLICY=passive build/run-tests --limit 1200 $(TOOLKIT_TESTS) --scripts $(PROGRAMS) $(SOLVED)

ifneq ($(strip $(LEFT_OUT)),)
SCRIPT_TESTS += 'echo "$(words $(filter %_test.cpp,$(LEFT_OUT))) files of tests, of the emulator and of grading, need a newer CUDA than $(NVCC_VERSION)"; exit 77'
endif
