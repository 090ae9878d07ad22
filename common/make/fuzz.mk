# `make fuzz-simt`: runs the emulator's readers and its engine under a coverage-guided fuzzer, with address and
# undefined-behaviour sanitizers. emulator/test/fuzz/README.md describes the targets, the runs and their findings.
#
# FUZZ_SECONDS is for each target. Findings go to build/fuzz (crash-*, timeout-*, …), inputs that reach new code to
# build/fuzz/corpus, with which the next run continues.
FUZZ_SECONDS ?= 60
FUZZ_JOBS := nice -n 10
PACKAGES_FOR_fuzz-simt := clang libclang-rt-14-dev libomp-dev llvm

FUZZ_ENGINE := $(filter-out emulator/loader/launcher/%,$(foreach room,ptx isa loader memory cost trace decode exec check,$(filter emulator/$(room)/%.cpp,$(PLAIN_SOURCES))))
FUZZ_CXX := clang++
FUZZ_SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=undefined
# The engine computes with addresses that no pointer may have: a device address plus the distance to the host's bytes.
FUZZ_SANITIZERS += -fno-sanitize=pointer-overflow
FUZZ_FLAGS := -std=c++20 -O1 -g1 -fno-omit-frame-pointer -fno-strict-aliasing -ffp-contract=off -fopenmp -I. \
	'-DSIMT_VARIANTS(variant)=variant(generic,generic)' -fconstexpr-steps=50000000 -Wno-unknown-pragmas -Wno-unknown-warning-option $(FUZZ_SANITIZERS)
# Coverage guides the mutations. The arithmetic loops over lanes (exec/ops) have no paths worth finding.
FUZZ_COVERED := -fsanitize=fuzzer-no-link
fuzz_extra = $(if $(filter emulator/exec/ops/%,$(1)),-DSIMT_ISA=generic,$(FUZZ_COVERED))

fuzz_objects = $(patsubst %,build/fuzz/obj/%.o,$(1))
build/fuzz/obj/%.cpp.o: %.cpp common/make/fuzz.mk | packages
	@mkdir -p $(@D)
	@$(STEP) "clang++ $<" $@ $(FUZZ_JOBS) $(FUZZ_CXX) $(FUZZ_FLAGS) $(call fuzz_extra,$<) -MMD -MP -MF $(@:.o=.d) -MT$@ -c $< -o $@

build/fuzz/libengine.a: $(call fuzz_objects,$(FUZZ_ENGINE))
	@$(STEP) "archive $@" $@ ar rcs $@ $^

FUZZ_LINK := $(FUZZ_CXX) $(FUZZ_SANITIZERS) -fsanitize=fuzzer -fopenmp
build/fuzz/ptx: $(call fuzz_objects,$(addprefix emulator/test/fuzz/,ptx_target.cpp ptx_mutator.cpp sandbox.cpp)) build/fuzz/libengine.a
	@$(STEP) "link $@" $@ $(FUZZ_LINK) -o $@ $^ $(SIMT_LIBS)
build/fuzz/fatbin: $(call fuzz_objects,emulator/test/fuzz/fatbin_target.cpp) build/fuzz/libengine.a
	@$(STEP) "link $@" $@ $(FUZZ_LINK) -o $@ $^ $(SIMT_LIBS)
build/fuzz/seeds: $(call objects,emulator/test/fuzz/seeds.cpp) build/lib/libsimt.a
	@$(STEP) "link $@" $@ $(CXX) -o $@ $^ $(SIMT_LIBS)

FUZZ_PROGRAMS = $(filter-out %/misbehaving %/switched_off,$(TEST_PROGRAMS)) $(PROGRAMS)
build/fuzz/seeds.done: build/fuzz/seeds
	@$(MAKE) $(FUZZ_PROGRAMS)
	@rm -rf build/fuzz/start
	@build/fuzz/seeds build/fuzz/start $(FUZZ_PROGRAMS)
	@touch $@

# A text that takes seconds counts as a hang: kernels are stopped after some thousand instructions.
FUZZ_OPTIONS := -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=3000 -malloc_limit_mb=1500 -print_final_stats=1 -use_value_profile=1
define fuzz_target
.PHONY: fuzz-$(1)
fuzz-$(1): build/fuzz/$(1) build/fuzz/seeds.done
	@mkdir -p build/fuzz/corpus/$(1)
	cd build/fuzz && $(FUZZ_JOBS) ./$(1) $(FUZZ_OPTIONS) -max_len=$(2) -artifact_prefix=$(1)- corpus/$(1) start/$(1)
endef
$(eval $(call fuzz_target,ptx,16384))
$(eval $(call fuzz_target,fatbin,65536))

# The test of hostile addresses (test/exec/isolation_test.cpp), with every byte outside an object watched.
build/fuzz/isolation: $(call fuzz_objects,emulator/test/exec/isolation_test.cpp common/testing/main.cpp common/testing/record.cpp) build/fuzz/libengine.a
	@$(STEP) "link $@" $@ $(FUZZ_CXX) $(FUZZ_SANITIZERS) $(FUZZ_COVERED) -fopenmp -o $@ $^ $(SIMT_LIBS)

.PHONY: fuzz-simt fuzz-isolation
fuzz-isolation: build/fuzz/isolation
	@$(FUZZ_JOBS) build/fuzz/isolation

fuzz-simt:
	@$(MAKE) fuzz-isolation
	@$(MAKE) fuzz-fatbin
	@$(MAKE) fuzz-ptx

-include $(patsubst %.o,%.d,$(call fuzz_objects,$(filter emulator/test/fuzz/%,$(PLAIN_SOURCES)) $(FUZZ_ENGINE) emulator/test/exec/isolation_test.cpp))
