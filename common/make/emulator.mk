# The emulator: build/lib/libcudart.so.13, the launcher build/simt, and libsimt.a, the same objects for unit tests.
#
# The files in exec/ops are compiled once per instruction set of x86-64 and once for any CPU; exec/table.cpp picks one
# when a program starts, and knows by SIMT_X86_64_VARIANTS whether there is a choice.
# Tools that test the emulator lie beside it and are no part of it.
SIMT_TOOLS := $(filter common/simt/fuzz/% common/simt/random/%,$(PLAIN_SOURCES))
# libcudart.so.12 and libcudart.so.11.0, for programs of older toolkits: the calls that differ, on top of libcudart.so.13.
SIMT_OLDER := $(filter common/simt/runtime/older/%,$(PLAIN_SOURCES))
SIMT_ALL := $(filter-out $(SIMT_TOOLS) $(SIMT_OLDER),$(filter common/simt/%,$(PLAIN_SOURCES)))
SIMT_OPS := $(filter common/simt/exec/ops/%.cpp,$(SIMT_ALL))
SIMT_MAIN := $(filter common/simt/main.cpp,$(SIMT_ALL))
# The occupancy calculator is a part of its own, and the runtime's occupancy calls are answered by it.
OCCUPANCY := $(filter-out %/main.cpp,$(filter common/occupancy/%,$(PLAIN_SOURCES)))
SIMT_PLAIN := $(filter-out $(SIMT_OPS) $(SIMT_MAIN),$(filter %.cpp,$(SIMT_ALL)))

SIMT_ISAS := generic
# Nobody looks at floating-point exceptions or errno here, and loops vectorise better without them.
SIMT_FLAGS := -fPIC -fvisibility=hidden -fno-strict-aliasing -ffp-contract=off -fno-trapping-math -fno-math-errno
ifeq ($(firstword $(CPU_MODEL)),x86_64)
SIMT_ISAS += avx2 avx512
SIMT_FLAGS += -DSIMT_X86_64_VARIANTS
endif
# The last resort of an x86-64 CPU without AVX2 need not be fast, and compiles in half the time.
ISA_FLAGS_generic := $(if $(filter avx2,$(SIMT_ISAS)),-O1)
ISA_FLAGS_avx2 := -mavx2 -mfma -mbmi2
ISA_FLAGS_avx512 := -mavx512f -mavx512bw -mavx512dq -mavx512vl -mfma -mbmi2

# What works for every instruction or byte is optimised; the rest runs once a program and compiles in half the time.
SIMT_BUSY := $(addprefix build/obj/common/simt/,exec/% memory/% observe/% runtime/memsets% runtime/transfer%)
SIMT_BUSIEST := build/obj/common/simt/observe/%
SIMT_IDLE := build/obj/common/simt/exec/decode/% %_test.cpp.o
optimisation = $(if $(filter $(SIMT_BUSY),$(filter-out $(SIMT_IDLE),$(1))),$(if $(filter $(SIMT_BUSIEST),$(1)),-O3,-O2),-O1)
build/obj/common/simt/%.cpp.o: OBJECT_FLAGS = $(SIMT_FLAGS) $(call optimisation,$@)

# Files at -O1 and tests spend their time on headers, so those are compiled once. Valid for one set of flags only. From a
# precompiled header, g++ 12 takes the standard library's own code for ours and warns of it.
PRECOMPILED_FLAGS = $(SIMT_FLAGS) -O1 -Winvalid-pch -Wno-array-bounds -Wno-stringop-overflow
build/precompiled/%.hpp.gch: common/simt/%.hpp build/config/host_flags common/make/emulator.mk | toolchain packages
	@mkdir -p $(@D)
	@cp $< build/precompiled/$*.hpp
	@$(STEP) "g++ $<" $(CXX) $(HOST_FLAGS) $(FALSE_ALARMS) $(PRECOMPILED_FLAGS) -MMD -MP -MF build/precompiled/$*.d -x c++-header -c $< -o $@
SIMT_IDLE_OBJECTS := $(filter-out $(filter-out $(SIMT_IDLE),$(filter $(SIMT_BUSY),$(call objects,$(SIMT_PLAIN)))),$(call objects,$(SIMT_PLAIN) $(SIMT_MAIN)))
SIMT_TEST_OBJECTS := $(call objects,$(filter common/simt/%_test.cpp,$(TEST_SOURCES)))
ifneq ($(filter common/simt/precompiled.hpp,$(wildcard common/simt/*.hpp)),)
$(SIMT_IDLE_OBJECTS): build/precompiled/precompiled.hpp.gch
$(SIMT_IDLE_OBJECTS): OBJECT_FLAGS = $(PRECOMPILED_FLAGS) -include build/precompiled/precompiled.hpp
$(SIMT_TEST_OBJECTS): build/precompiled/precompiled_tests.hpp.gch
$(SIMT_TEST_OBJECTS): OBJECT_FLAGS = $(PRECOMPILED_FLAGS) -include build/precompiled/precompiled_tests.hpp
else
$(SIMT_IDLE_OBJECTS): OBJECT_FLAGS = $(SIMT_FLAGS) -O1
endif
-include $(wildcard build/precompiled/*.d)

define ops_rule
build/obj/common/simt/exec/ops/%.$(1).o: common/simt/exec/ops/%.cpp build/config/host_flags | toolchain packages
	@mkdir -p $$(@D)
	@$$(STEP) "g++ $$< ($(1))" $$(CXX) $$(HOST_FLAGS) $$(FALSE_ALARMS) $$(SIMT_FLAGS) -O3 $$(ISA_FLAGS_$(1)) -DSIMT_ISA=$(1) \
		-MMD -MP -c $$< -o $$@
endef
$(foreach isa,$(SIMT_ISAS),$(eval $(call ops_rule,$(isa))))

SIMT_OPS_OBJECTS := $(foreach isa,$(SIMT_ISAS),$(patsubst %.cpp,build/obj/%.$(isa).o,$(SIMT_OPS)))
SIMT_OBJECTS := $(call objects,$(SIMT_PLAIN) $(OCCUPANCY)) $(SIMT_OPS_OBJECTS)
$(call objects,$(OCCUPANCY)): OBJECT_FLAGS = -fPIC -fvisibility=hidden
SIMT_LIBS := -lfmt -lzstd -llz4 -fopenmp -ldl -lpthread
$(call remember,simt_objects,$(SIMT_OBJECTS))

# Nothing to build as long as there are no sources.
OLDER_RUNTIMES := $(if $(SIMT_OLDER),build/lib/libcudart.so.12 build/lib/libcudart.so.11.0)
EMULATOR := $(if $(SIMT_PLAIN),build/lib/libcudart.so.13 $(OLDER_RUNTIMES)) $(if $(SIMT_MAIN),build/simt)

build/lib/libcudart.so.13: $(SIMT_OBJECTS) common/make/libcudart.map build/config/simt_objects
	@mkdir -p $(@D)
	@$(STEP) "link $@" $(CXX) -shared -o $@.new $(filter %.o,$^) -Wl,-soname,libcudart.so.13 \
		-Wl,--version-script=common/make/libcudart.map -Wl,-z,defs -Wl,-Bsymbolic $(SIMT_LIBS)
	@mv $@.new $@

# They find libcudart.so.13 beside them, whatever LD_LIBRARY_PATH says (RPATH, not RUNPATH).
SIMT_OLDER_OBJECTS := $(call objects,$(SIMT_OLDER))
build/lib/libcudart.so.12: $(filter %/cuda12.cpp.o,$(SIMT_OLDER_OBJECTS))
build/lib/libcudart.so.11.0: $(filter %/cuda11.cpp.o,$(SIMT_OLDER_OBJECTS))
$(OLDER_RUNTIMES): $(filter %/before_13.cpp.o,$(SIMT_OLDER_OBJECTS)) build/lib/libcudart.so.13 common/make/emulator.mk
	@echo '$(@F) { global: cuda*; __cuda*; local: *; };' >$@.map
	@$(STEP) "link $@" $(CXX) -shared -o $@.new $(filter %.o,$^) -Wl,-soname,$(@F) -Wl,--version-script=$@.map \
		-Wl,-z,defs -Wl,-Bsymbolic -Wl,--no-as-needed build/lib/libcudart.so.13 '-Wl,--disable-new-dtags,-rpath,$$ORIGIN'
	@rm $@.map
	@mv $@.new $@

build/lib/libsimt.a: $(SIMT_OBJECTS) build/config/simt_objects
	@mkdir -p $(@D)
	@rm -f $@
	@ar rcs $@ $(filter %.o,$^)

build/simt: $(call objects,$(SIMT_MAIN)) build/lib/libsimt.a
	@$(STEP) "link $@" $(CXX) -o $@ $^ $(SIMT_LIBS)

-include $(SIMT_OPS_OBJECTS:.o=.d)
