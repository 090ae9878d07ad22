# `make test`: builds everything and runs every test; the last line is "N passed, N failed" (", N skipped").
#
# The tests of a folder are one program: build/test/<folder> from its *_test.cpp, build/test/<folder>.cu from its
# *_test.cu; emulator/test/exec becomes build/test/emulator-exec. Unit tests of the emulator link its objects
# (libsimt.a); its CUDA tests run on it even on a machine with a GPU. A part of the Makefile adds scripts with
# SCRIPT_TESTS (exit code 77: skipped, the last line says why); slow ones with SLOW_TESTS, which `make test-all` runs
# after `make test`; and checks of generated files with FRESHNESS_CHECKS: programs that, with --check, fail if their
# output is out of date.
SCRIPT_TESTS += teaching/lectures_test.sh common/ladder/list_test.sh common/terminal/programs_test.sh $(addprefix common/make/,format_check.sh containers_test.sh commands_test.sh environment_test.sh runtime_found_test.sh isa_test.sh compiled_once_test.sh)

program_name = build/test/$(subst /,-,$(patsubst %/test,%,$(subst /test/,/,$(1))))
TEST_MAIN := $(call objects,common/testing/main.cpp common/testing/record.cpp)
# Run by other tests and by the Makefile, not linked into tests.
TESTING_MAINS := common/testing/main.cpp common/testing/run_tests.cpp
TESTING_OBJECTS := $(call objects,$(filter-out $(TESTING_MAINS),$(filter common/testing/%.cpp,$(PLAIN_SOURCES))))

# The code that a folder's tests link: the folder's own; in a chapter, the whole chapter, since its parts call each
# other.
tested_folder = $(if $(filter chapters/%,$(1)),chapters/$(word 2,$(subst /, ,$(1))),$(1))
tested_objects = $(strip $(if $(filter emulator/%,$(1)),$(if $(filter %/launcher,$(1)),$(LAUNCHER_OBJECTS)) \
	$(if $(filter %/view,$(1)),$(call objects,$(SIMT_VIEW))) $(if $(filter emulator/test/libraries/%,$(1)),$(call objects,$(SIMT_LIBRARIES))) build/lib/libsimt.a,\
	$(if $(filter common/testing,$(1)),$(TESTING_OBJECTS),\
	$(call objects,$(filter-out %/main.cu %/main.cpp $(COMMON_SOURCES),$(filter $(call tested_folder,$(1))/%,$(PLAIN_SOURCES))))\
	build/lib/libcommon.a)))
test_rpath = $(if $(filter emulator/%,$(1)),$$ORIGIN/../lib,$(call program_rpath,/../lib))

define host_test_rule
$(call program_name,$(1)): $(call linked,$(call program_name,$(1)),$(call objects,$(filter $(1)/%,$(filter %_test.cpp,$(2)))) $(TEST_MAIN) \
		$(call tested_objects,$(1))) build/config/link_flags
	@mkdir -p $$(@D)
	@$$(STEP) "link $$@" $$@ $$(CXX) -o $$@ $$(filter %.o,$$^) $$(filter %.a,$$^) $$(SIMT_LIBS) $$(LIBRARIES_OF_$(1)) -Wl,--as-needed $$(call cuda_link,$$(call test_rpath,$(1)))
endef
define cuda_test_rule
$(call program_name,$(1)).cu: $(call linked,$(call program_name,$(1)).cu,$(call objects,$(filter $(1)/%,$(filter %_test.cu,$(2)))) $(TEST_MAIN) \
		$(filter-out %/libsimt.a %/libcommon.a,$(call tested_objects,$(1)))) build/lib/libcommon.a build/config/link_flags
	@mkdir -p $$(@D)
	@$$(STEP) "link $$@" $$@ $$(CXX) -o $$@ $$(filter %.o %.a,$$^) $$(call cuda_link,$$(call test_rpath,$(1)))
endef
HOST_TEST_FOLDERS := $(call folders,$(filter %_test.cpp,$(TEST_SOURCES)))
CUDA_TEST_FOLDERS := $(call folders,$(filter %_test.cu,$(TEST_SOURCES)))
$(foreach folder,$(HOST_TEST_FOLDERS),$(eval $(call host_test_rule,$(folder),$(call in_folder,$(folder),$(TEST_SOURCES)))))
$(foreach folder,$(CUDA_TEST_FOLDERS),$(eval $(call cuda_test_rule,$(folder),$(call in_folder,$(folder),$(TEST_SOURCES)))))
# They start in this order: programs that run kernels take longest.
TEST_BINARIES := $(foreach folder,$(CUDA_TEST_FOLDERS),$(call program_name,$(folder)).cu) \
	$(foreach folder,$(HOST_TEST_FOLDERS),$(call program_name,$(folder)))

# Programs that tests run, build/test/programs/y: x/programs/y.cu runs on the emulator; x/programs/y.cpp consists of
# doctest tests itself. Programs whose names begin with driver_ use the driver, too.
define test_program_rule
build/test/programs/$(basename $(notdir $(1))): $(call objects,$(1)) $(if $(filter %.cpp,$(1)),$(TEST_MAIN)) build/config/link_flags
	@mkdir -p $$(@D)
	@$$(STEP) "link $$@" $$@ $$(CXX) -o $$@ $$(filter %.o,$$^) $(if $(findstring /driver_,$(1)),-L$(CUDA_LIB)/stubs -lcuda) $$(PROGRAM_LIBRARY) $(if $(filter %.cu,$(1)),$$(call cuda_link,$$$$ORIGIN/../../lib))
endef
$(foreach source,$(PROGRAM_SOURCES),$(eval $(call test_program_rule,$(source))))
test_programs = $(foreach source,$(1),build/test/programs/$(basename $(notdir $(source))))
TEST_PROGRAMS := $(call test_programs,$(PROGRAM_SOURCES)) $(BUILT_PROGRAMS)

# What the tests of a folder run: a chapter's programs, or the test programs, of the emulator or of common/testing.
RUN_TEST_PROGRAMS := $(addprefix emulator/test/,benchmark corpus cost exec exec/async hardware libraries loader/launcher mistakes runtime view)
programs_run = $(if $(filter chapters/%,$(1)),$(EMULATOR) $(call chapter_programs,$(word 2,$(subst /, ,$(1)))))\
	$(if $(filter $(RUN_TEST_PROGRAMS),$(1)),$(EMULATOR) $(TEST_PROGRAMS))\
	$(if $(filter emulator/test/driver,$(1)),$(EMULATOR) $(call test_programs,$(filter %/driver_calls.cpp %/driver_memory.cpp %/driver_images.cpp %/driver_mixed.cu %/driver_devices.cu,$(PROGRAM_SOURCES))))\
	$(if $(filter emulator/test/hardware,$(1)),$(PROGRAMS))\
	$(if $(filter common/testing,$(1)),build/run-tests $(call test_programs,$(filter common/testing/%,$(PROGRAM_SOURCES))))
$(foreach folder,$(HOST_TEST_FOLDERS),$(eval $(call program_name,$(folder)): | $(call programs_run,$(folder))))
$(foreach folder,$(CUDA_TEST_FOLDERS),$(eval $(call program_name,$(folder)).cu: | $(EMULATOR) $(call programs_run,$(folder))))

# A students' copy (make dist) has no solutions. It lacks the scripts and the checks of pages that need what it leaves out.
ifeq ($(wildcard solutions),)
SCRIPT_TESTS := $(wildcard $(filter %.sh,$(SCRIPT_TESTS))) $(filter-out %.sh,$(SCRIPT_TESTS))
FRESHNESS_CHECKS :=
TABLE_CHECKS :=
endif

build/run-tests: $(call objects,common/testing/run_tests.cpp $(TERMINAL)) $(TESTING_OBJECTS)
	@$(STEP) "link $@" $@ $(CXX) -o $@ $^ -lpthread

# A part adds prerequisites of its script tests with a line "test-build: …".
.PHONY: test test-all test-build
test-build: build/run-tests $(TEST_BINARIES) $(TEST_PROGRAMS) $(PROGRAMS) $(LESSON_PROGRAMS) $(TOOLS) $(EMULATOR)
	@:

# The build is a separate make call: if it fails, the summary says so, and no old program runs in place of a broken
# one.
test: | packages
	@$(MAKE) test-build || { echo "The build failed: no test was run."; echo "0 passed, 1 failed"; exit 1; }
	@OMP_WAIT_POLICY=passive build/run-tests $(TEST_BINARIES) --scripts $(SCRIPT_TESTS) \
		$(foreach check,$(FRESHNESS_CHECKS),'$(check) --check') $(TABLE_CHECKS)

# One after the other, since each uses all cores, and three times as long as make test gives a test: on a CPU without the emulator's wide
# instructions, beside each other, they took over ten minutes.
test-all: test
	@build/run-tests --jobs 1 --limit 1800 --scripts $(SLOW_TESTS)
