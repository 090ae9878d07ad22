#!/bin/sh
# Code for one instruction set must not leak. The linker keeps one copy of an inline function; if that copy was
# compiled for AVX2 or AVX-512, the emulator dies on a CPU without those instructions. So an object compiled for them
# may hold no function that others share, unless the function's name contains the instruction set. And a program
# compiled only for this CPU says so on another one.
#
# `make test` checks the current build, in which the emulator's instructions are compiled for this CPU alone and the
# CPU baselines in variants; `make test-isas` (isas.mk) checks a build with ISAS=all.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
fail() { printf 'FAILED: %s\n' "$1"; status=1; }

# Leftovers of another kind of build are ignored.
variants=$(tr ' ' '\n' <build/config/simt_variants | grep -c :.)
objects=$({ [ "$variants" -lt 3 ] || find build/obj/emulator/exec/ops -name '*.avx2.o' -o -name '*.avx512.o'
    find build/obj/common/baseline -name 'kernel_avx*.o' -o -name 'isa_avx*.o'; } 2>/dev/null)
leaks=$(for object in $objects; do
    isa=${object%.o}
    isa=${isa##*.}
    nm -C --defined-only "$object" | grep ' [WVu] ' | grep -v -e "$isa::" -e ' DW\.ref\.' | sed "s|^[0-9a-f]* .|$object:|"
done)
[ -z "$leaks" ] || fail "shared functions compiled for one instruction set:
$leaks"

# built FEATURE: builds $work/program for CPUs with that feature.
built() {
    "${CXX:-g++}" -std=c++20 -DBUILT_FOR="\"$1\"" -o "$work/program" -x c++ - -x none common/cpu/check.cpp <<'EOF' 2>/dev/null
#include <cstdio>
struct First { First() { std::fputs("began\n", stderr); } } first;
int main() { std::fputs("ran\n", stderr); }
EOF
}
built sse2 || fail "common/cpu/check.cpp does not compile"
[ "$("$work/program" 2>&1)" = "began
ran" ] || fail "a program for this CPU runs"
# This CPU lacks some of these features, or this compiler knows none of them.
for feature in avx5124fmaps xop tbm fma4 sse4a; do
    built $feature || continue
    said=$("$work/program" 2>&1)
    code=$?
    [ "$said" != "began
ran" ] || continue
    [ "$said" = "This program was built for CPUs that run $feature, and this one does not: run make on this machine, or make ISAS=all \
on the one where it was built." ] && [ $code = 2 ] ||
        fail "a program for another CPU ends with a sentence and exit code 2, before anything else runs. Exit code $code: $said"
    break
done

# Everything with code for this CPU alone contains that sentence.
if grep -q -e ' -march=' build/config/host_flags; then
    for program in build/lib/libcudart.so.13 build/[0-9][0-9]-* build/[0-9][0-9]/*; do
        [ ! -f "$program" ] || grep -q "This program was built for CPUs that run" "$program" ||
            fail "$program has code for this CPU alone, and does not say so on another"
    done
fi
[ $status != 0 ] || [ -n "$objects" ] || { echo "this CPU has one variant only"; exit 77; }
exit $status
