# The emulator: build/lib/libcudart.so.13, the launcher build/simt, and libsimt.a, the same objects for unit tests.
#
# The files in exec/ops do the kernels' arithmetic. They are compiled for this CPU; with ISAS=all, for any CPU and for
# each useful instruction set of x86-64, and exec/table.cpp picks one of these variants when a program starts. The
# tools that test the emulator are not part of it.
SIMT_TOOLS := $(filter emulator/test/%,$(PLAIN_SOURCES))
# libcudart.so.12 and libcudart.so.11.0, for programs of older toolkits: only the calls that differ, on top of
# libcudart.so.13.
SIMT_OLDER := $(filter emulator/runtime/older/%,$(PLAIN_SOURCES))
# The emulator as a process of its own, for grading (grade.mk).
SIMT_REMOTE := $(filter emulator/remote/%,$(PLAIN_SOURCES))
# Libraries of NVIDIA that the emulator replaces, each a library of its own beside libcudart.so.13.
SIMT_LIBRARIES := $(filter emulator/libraries/%,$(PLAIN_SOURCES))
SIMT_ALL := $(filter-out $(SIMT_TOOLS) $(SIMT_OLDER) $(SIMT_REMOTE) $(SIMT_LIBRARIES),$(filter emulator/%,$(PLAIN_SOURCES)))
SIMT_OPS := $(filter emulator/exec/ops/%.cpp,$(SIMT_ALL))
# What only build/simt needs, and what it shares with ./course alone: the pages of simt view.
SIMT_LAUNCHER := $(filter emulator/loader/launcher/%,$(SIMT_ALL))
SIMT_VIEW := $(filter emulator/view/%,$(SIMT_ALL))
# What only the libcudart libraries have, since it takes the place of libc's functions.
SIMT_EXITS := $(filter %/exit_calls.cpp,$(SIMT_ALL))
SIMT_RUNTIME := $(filter-out $(SIMT_OPS) $(SIMT_LAUNCHER) $(SIMT_VIEW) $(SIMT_EXITS),$(filter %.cpp,$(SIMT_ALL)))
# What the runtime's occupancy calls need of the occupancy calculator.
OCCUPANCY := $(filter common/occupancy/device.cpp common/occupancy/occupancy.cpp,$(PLAIN_SOURCES))
# What a terminal can show; the chapters' programs use the same objects.
TERMINAL := $(filter common/terminal/%,$(PLAIN_SOURCES))

# Floating-point exceptions and errno are not used here, and loops vectorise better without them.
# Functions begin at cache lines: otherwise the order of linking decides whether a handler runs at full speed (transpose, reduction
# of make bench-simt).
SIMT_FLAGS := -fPIC -falign-functions=64 -fvisibility=hidden -fno-strict-aliasing -ffp-contract=off -fno-trapping-math -fno-math-errno
build/obj/emulator/%.o build/obj/common/occupancy/%.o build/obj/common/terminal/%.o: OBJECT_FLAGS := $(SIMT_FLAGS)
# A variant is a namespace and the CPU features it needs. The rest of the emulator calls the functions of the
# namespace "generic".
SIMT_VARIANTS := $(if $(filter-out generic,$(CPU_ISA)),$(if $(CPU_LEVEL),generic:$(CPU_ISA),avx512:avx512 avx2:avx2 generic:generic),generic:generic)
variant_name = $(firstword $(subst :, ,$(1)))
variant_isa = $(lastword $(subst :, ,$(1)))
build/obj/emulator/exec/table.cpp.o: OBJECT_FLAGS := $(SIMT_FLAGS) '-DSIMT_VARIANTS(variant)=$(foreach v,$(SIMT_VARIANTS),variant($(subst :,$(comma),$(v))))'
build/obj/emulator/exec/table.cpp.o: build/config/simt_variants
$(call remember,simt_variants,$(SIMT_VARIANTS))

# The variant for any CPU need not be fast if there are others for newer CPUs; at -O1 it compiles in half the time.
# Products of matrices add their numbers one after the other, in which -O3 finds nothing to vectorise. But -O2 leaves destructors of the
# library's types as functions, of which the linker would keep one variant's (isa_test.sh): not where there are several.
variant_flags = $(if $(and $(filter generic:generic,$(1)),$(word 2,$(SIMT_VARIANTS))),-O1,-O3 $(addprefix -march=,$(LEVEL_$(call variant_isa,$(1)))))
less_for_matrices = $(if $(word 2,$(SIMT_VARIANTS)),,$(if $(filter %_product.cpp,$(1)),-O2))
define ops_rule
$(SIMT_OPS:%.cpp=build/obj/%.$(call variant_name,$(1)).o): build/obj/%.$(call variant_name,$(1)).o: %.cpp build/config/host_flags build/config/simt_variants | toolchain packages
	@mkdir -p $$(@D)
	@$$(STEP) "g++ $$< ($(call variant_isa,$(1)))" $$@ $$(CCACHE) $$(CXX) $$(HOST_FLAGS) $$(SIMT_FLAGS) $(call variant_flags,$(1)) $$(call less_for_matrices,$$<) \
		-DSIMT_ISA=$(call variant_name,$(1)) -MMD -MP -MF $$(@:.o=.d) -MT$$@ -c $$< -o $$@
endef
$(foreach variant,$(SIMT_VARIANTS),$(eval $(call ops_rule,$(variant))))
SIMT_OPS_OBJECTS := $(foreach variant,$(SIMT_VARIANTS),$(SIMT_OPS:%.cpp=build/obj/%.$(call variant_name,$(variant)).o))
-include $(SIMT_OPS_OBJECTS:.o=.d)

SIMT_OBJECTS := $(call objects,$(SIMT_RUNTIME) $(OCCUPANCY) $(TERMINAL)) $(SIMT_OPS_OBJECTS) $(CPU_CHECK)
SIMT_LIBS := -lfmt -lzstd -llz4 -fopenmp -ldl -lpthread
$(call remember,simt_objects,$(SIMT_OBJECTS))

# Without sources there is nothing to build.
OLDER_RUNTIMES := $(if $(SIMT_OLDER),build/lib/libcudart.so.12 build/lib/libcudart.so.11.0)
# The older runtimes that this toolkit's own programs do not need.
RUNTIMES_OF_OTHERS := $(filter-out %.so.$(firstword $(subst ., ,$(NVCC_VERSION))) %.so.$(firstword $(subst ., ,$(NVCC_VERSION))).0,$(OLDER_RUNTIMES))
# One file for each toolkit, because a program asks for its toolkit's names and versions; all are the same inside. The course's own
# programs do without them, so its first build does, too.
CUBLAS := $(if $(SIMT_LIBRARIES),$(foreach version,13 12 11,build/lib/libcublas.so.$(version) build/lib/libcublasLt.so.$(version)))
EMULATOR := $(if $(SIMT_RUNTIME),build/lib/libcudart.so.13 build/lib/libcuda.so.1 $(OLDER_RUNTIMES) $(CUBLAS)) $(if $(filter %/main.cpp,$(SIMT_LAUNCHER)),build/simt)

build/lib/libcudart.so.13: $(SIMT_OBJECTS) $(call objects,$(SIMT_EXITS)) common/make/libcudart.map build/config/simt_objects
	@mkdir -p $(@D)
	@$(STEP) "link $@" $@ $(CXX) -shared -o $@ $(filter %.o,$^) -Wl,-soname,libcudart.so.13 \
		-Wl,--version-script=common/make/libcudart.map -Wl,-z,defs -Wl,-Bsymbolic $(SIMT_LIBS)

# They find libcudart.so.13 in their own folder, whatever LD_LIBRARY_PATH says (RPATH, not RUNPATH).
build/lib/libcudart.so.12: $(call objects,$(filter %/cuda12.cpp,$(SIMT_OLDER)))
build/lib/libcudart.so.11.0: $(call objects,$(filter %/cuda11.cpp,$(SIMT_OLDER)))
$(OLDER_RUNTIMES): $(call objects,$(filter %/before_13.cpp,$(SIMT_OLDER)) $(SIMT_EXITS)) build/lib/libcudart.so.13 common/make/emulator.mk
	@echo '$(@F) { global: cuda*; __cuda*; local: [!_c]*; c[!u]*; cu[!d]*; _[!_eE]*; _e[!x]*; _E[!x]*; __[!c]*; __c[!u]*; };' >$@.map
	@$(STEP) "link $@" $@ $(CXX) -shared -o $@ $(filter %.o,$^) -Wl,-soname,$(@F) -Wl,--version-script=$@.map \
		-Wl,-z,defs -Wl,-Bsymbolic -Wl,--no-as-needed build/lib/libcudart.so.13 '-Wl,--disable-new-dtags,-rpath,$$ORIGIN'
	@rm $@.map

# The driver's calls are in libcudart.so.13 (emulator/driver). This library has none: the loader takes libcudart.so.13 in its place
# (a filter), before the C library, of which that replaces _exit.
build/lib/libcuda.so.1: build/lib/libcudart.so.13 common/make/emulator.mk
	@$(STEP) "link $@" $@ $(CXX) -shared -o $@ -Wl,-soname,$(@F) -Wl,--filter=$(<F) -Wl,--no-as-needed $< '-Wl,--disable-new-dtags,-rpath,$$ORIGIN'

# libcublasLt has the code of libcublas in it, and exports its own calls alone.
build/lib/libcublas.so.%: EXPORTED := cublas*
build/lib/libcublasLt.so.%: EXPORTED := cublasLt*
$(filter build/lib/libcublasLt.so.%,$(CUBLAS)): $(call objects,$(filter emulator/libraries/cublaslt/%,$(SIMT_LIBRARIES)))
$(CUBLAS): $(call objects,$(filter emulator/libraries/cublas/%,$(SIMT_LIBRARIES))) build/lib/libcudart.so.13 common/make/emulator.mk
	@echo '$(@F) { global: $(EXPORTED); local: *; };' >$@.map
	@$(STEP) "link $@" $@ $(CXX) -shared -o $@ $(filter %.o,$^) -Wl,-soname,$(@F) -Wl,--version-script=$@.map \
		-Wl,-z,defs -Wl,-Bsymbolic build/lib/libcudart.so.13 -lfmt -fopenmp '-Wl,--disable-new-dtags,-rpath,$$ORIGIN'
	@rm $@.map

build/lib/libsimt.a: $(SIMT_OBJECTS) build/config/simt_objects
	@mkdir -p $(@D)
	@$(STEP) "archive $@" $@ ar rcs $@ $(filter %.o,$^)

LAUNCHER_OBJECTS := $(call objects,$(filter-out %/main.cpp,$(SIMT_LAUNCHER)) $(SIMT_VIEW))
build/simt: $(call linked,build/simt,$(call objects,$(SIMT_LAUNCHER) $(SIMT_VIEW))) build/lib/libsimt.a | build/lib/libcudart.so.13
	@$(STEP) "link $@" $@ $(CXX) -o $@ $(filter %.o %.a,$^) $(SIMT_LIBS)

# The viewer's page, style and script are put into the program by the assembler, which tells make nothing of it. viewer.js comes
# last: it starts.
VIEW_SCRIPTS := $(filter-out %/viewer.js,$(sort $(wildcard emulator/view/*.js))) emulator/view/viewer.js
$(call remember,view_scripts,$(VIEW_SCRIPTS))
build/view/viewer.js: $(VIEW_SCRIPTS) build/config/view_scripts
	@mkdir -p $(@D)
	@cat $(VIEW_SCRIPTS) >$@
$(call objects,emulator/view/template.cpp): build/view/viewer.js emulator/view/viewer.html emulator/view/viewer.css
