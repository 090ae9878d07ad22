# Grading in three processes: an answer, the emulator and the judge of an exercise (emulator/remote, common/judging).
#
# build/grade/emulator is the emulator as a server; build/grade/lib/libcudart.so.13 is the thin runtime of the two others, which
# passes their calls on to it.
GRADE_SERVER := $(call objects,$(filter emulator/remote/server/%,$(SIMT_REMOTE)))
GRADE_CLIENT := $(call objects,$(filter emulator/remote/client/%,$(SIMT_REMOTE)) emulator/runtime/error_names.cpp)
build/grade/emulator: $(call linked,build/grade/emulator,$(GRADE_SERVER)) build/lib/libsimt.a
	@mkdir -p $(@D)
	@$(STEP) "link $@" $@ $(CXX) -o $@ $(filter %.o %.a,$^) $(SIMT_LIBS)

build/grade/lib/libcudart.so.13: $(call linked,build/grade/lib/libcudart.so.13,$(GRADE_CLIENT)) common/make/libcudart.map
	@mkdir -p $(@D)
	@$(STEP) "link $@" $@ $(CXX) -shared -o $@ $(filter %.o,$^) -Wl,-soname,libcudart.so.13 \
		-Wl,--version-script=common/make/libcudart.map -Wl,-z,defs -Wl,-Bsymbolic

# The judge of an exercise, build/grade/02.1/judge: the harness, with trampolines and zeros in place of the answer's functions and
# constants, which forwards.sh finds in the stub. $(call judge_rule,02.1,STUB,SOURCES of the harness).
JUDGE := $(call objects,$(filter common/judging/judge/%,$(PLAIN_SOURCES)))
define judge_rule
build/grade/$(1)/forwards.s: common/judging/judge/forwards.sh $(call objects,$(2)) $(call objects,$(3))
	@mkdir -p $$(@D)
	@$$^ >$$@
build/grade/$(1)/judge: build/grade/$(1)/forwards.s $(call linked,build/grade/$(1)/judge,$(call objects,$(3)) $(JUDGE)) \
		$(HARNESS_LINKS) build/config/link_flags
	@$$(STEP) "link $$@" $$@ $$(CXX) -rdynamic -o $$@ $$(filter %.s %.o %.a,$$^) -lfmt $$(call cuda_link,$$(call program_rpath,/../lib))
endef
JUDGED := $(patsubst %/check.cpp,%,$(filter %/check.cpp,$(HARNESSES)))
$(foreach folder,$(JUDGED),$(eval $(call judge_rule,$(call exercise_number,$(folder)),$(call stub_of,$(folder)),$(wildcard $(folder)/check.cpp $(folder)/kernels.cu))))
JUDGES := $(foreach folder,$(JUDGED),build/grade/$(call exercise_number,$(folder))/judge)

# What makes a program of an answer's object, together with libcommon.a.
build/grade/libserve.a: $(call linked,build/grade/libserve.a,$(call objects,$(filter common/judging/answer/%,$(PLAIN_SOURCES)) common/grading/endless_loop.cpp))
	@mkdir -p $(@D)
	@$(STEP) "archive $@" $@ ar rcs $@ $(filter %.o,$^)

# What judges the answers to an exercise. Only archives are linked with an answer; the other parts are processes of their own.
LINKED_WITH_ANSWER := build/grade/libserve.a build/lib/libcommon.a
define grade_parts_rule
build/grade/$(1)/parts: $(LINKED_WITH_ANSWER) build/grade/$(1)/judge \
		$(if $(filter gpu,$(BACKEND)),,build/grade/emulator build/grade/lib/libcudart.so.13)
	@mkdir -p $$(@D)
	@echo $$^ >$$@
endef
$(foreach folder,$(JUDGED),$(eval $(call grade_parts_rule,$(call exercise_number,$(folder)),$(folder))))

# All that grading an answer needs, but for the answer's program.
.PHONY: grade-programs
grade-programs: build/grade/emulator build/grade/lib/libcudart.so.13 $(JUDGES)

# For the tests: the program of an answer, build/judged/02.1.solution/answer, beside its program of one process. The hostile one is
# linked with the solution of 01.7 under another name.
link_judged = $(STEP) "link $@" $@ $(CXX) -rdynamic -o $@ $(filter %.o %.a,$^) $(call cuda_link,$(CURDIR)/build/grade/lib)
define judged_rule
build/judged/$(1)/answer: $(call objects,$(2)) $(LINKED_WITH_ANSWER) build/config/link_flags
	@mkdir -p $$(@D)
	@$$(link_judged)
build/test/common-judging: | build/judged/$(1)/answer build/check/$(1)/check
endef
#
# make build/test/common-judging COMPARE=all && build/test/common-judging -tc='solutions*' compares three processes with one for all
# exercises, after a change of the judge, the thin runtime or the emulator as a server.
JUDGED_IN_TESTS := $(foreach ex,01-first-kernel/3 01-first-kernel/5 01-first-kernel/9 02-transpose/1 03-reduction/2 03-reduction/10 04-matmul/10,$(filter exercises/$(ex)-%,$(JUDGED)))
ifeq ($(COMPARE),all)
JUDGED_IN_TESTS := $(JUDGED)
endif
ifeq ($(filter verify verify-programs,$(MAKECMDGOALS)),)
$(foreach folder,$(JUDGED_IN_TESTS),\
	$(eval $(call verified_rule,$(call exercise_number,$(folder)).stub,$(call stub_of,$(folder)),$(folder)))\
	$(eval $(call verified_rule,$(call exercise_number,$(folder)).solution,$(call solution_of,$(folder)),$(folder)))\
	$(eval $(call judged_rule,$(call exercise_number,$(folder)).stub,$(call stub_of,$(folder))))\
	$(eval $(call judged_rule,$(call exercise_number,$(folder)).solution,$(call solution_of,$(folder)))))
$(foreach wrong,$(call wrong_answers,$(filter exercises/02-transpose/1-%,$(JUDGED))),\
	$(eval $(call wrong_rule,$(wrong),$(filter exercises/02-transpose/1-%,$(JUDGED))))\
	$(eval $(call judged_rule,02.1.$(basename $(notdir $(wrong))),$(call wrong_source,$(wrong)))))
endif
REVERSE_FOLDER := $(filter exercises/01-first-kernel/7-%,$(JUDGED))
REVERSE := $(call solution_of,$(REVERSE_FOLDER))
$(if $(REVERSE_FOLDER),$(eval $(call judge_rule,patient,$(call stub_of,$(REVERSE_FOLDER)),common/judging/patient/check.cpp)))
build/judged/hostile/solution.o: $(call objects,$(REVERSE))
	@mkdir -p $(@D)
	@objcopy --redefine-sym _Z7reversePfm=_Z6honestPfm $< $@
build/judged/hostile/answer: $(call objects,common/judging/hostile/answer.cpp) build/judged/hostile/solution.o \
		$(LINKED_WITH_ANSWER) build/config/link_flags
	@$(link_judged)
build/judged/hostile/printing: $(call objects,common/judging/hostile/printing.cu) $(LINKED_WITH_ANSWER) build/config/link_flags
	@mkdir -p $(@D)
	@$(link_judged)
build/test/common-judging: $(call objects,common/testing/process.cpp common/testing/verdict.cpp)
build/test/common-judging: | build/grade/emulator build/grade/lib/libcudart.so.13 build/lib/libcudart.so.13 $(addprefix build/judged/hostile/,answer printing) \
	$(patsubst %,build/grade/%/judge,patient 01.7 $(foreach folder,$(JUDGED_IN_TESTS),$(call exercise_number,$(folder))))

# For the tests: the emulator without the functions of emulator/api.h, so that programs take it for a GPU.
build/test/gpu/libcudart.so.13: $(SIMT_OBJECTS) $(call objects,$(SIMT_EXITS)) common/make/libcudart.map build/config/simt_objects
	@mkdir -p $(@D)
	@sed 's/local:/local: simt_*;/' common/make/libcudart.map >$@.map
	@$(STEP) "link $@" $@ $(CXX) -shared -o $@ $(filter %.o,$^) -Wl,-soname,libcudart.so.13 \
		-Wl,--version-script=$@.map -Wl,-z,defs -Wl,-Bsymbolic $(SIMT_LIBS)
build/test/common-judging: | build/test/gpu/libcudart.so.13

build/test/emulator-remote: | build/grade/emulator build/grade/lib/libcudart.so.13 build/lib/libcudart.so.13
