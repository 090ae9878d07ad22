# Random PTX programs must give the same bits on a GPU and on the emulator: emulator/test/random.
#
# `make random-ptx` runs all of them on the emulator and compares with results stored by an H200; make test runs a
# part of them.
RANDOM_SOURCES := $(filter-out %/gpu.cpp %/random_ptx.cpp,$(filter emulator/test/random/%,$(PLAIN_SOURCES)))
RANDOM_OPCODES := emulator/test/random/opcodes.csv
RANDOM_RESULTS := emulator/test/hardware/results/random_ptx.csv

build/random-ptx: $(call objects,$(RANDOM_SOURCES) emulator/test/random/random_ptx.cpp) build/lib/libsimt.a
	@$(STEP) "link $@" $@ $(CXX) -o $@ $^ $(SIMT_LIBS)

# The archive is named again after the objects that use it. semantic_bugs_test.cpp replaces right handlers with wrong
# ones.
build/test/emulator-random: $(call objects,$(RANDOM_SOURCES))
build/test/emulator-random: SIMT_LIBS := build/lib/libsimt.a $(SIMT_LIBS) \
	-Wl,--wrap=_ZN4simt4exec10handler_ofENS_3isa2IdE

.PHONY: random-ptx
random-ptx: build/random-ptx
	@build/random-ptx $(RANDOM_OPCODES) --compare $(RANDOM_RESULTS)
