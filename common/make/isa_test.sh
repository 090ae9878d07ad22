#!/bin/sh
# Code compiled for AVX2 or AVX-512 must not leak into the rest: the linker keeps one copy of an inline function, and if
# it is one of these, the emulator dies on a CPU without the instructions. So no such object may hold a function that
# others share, unless its name says for which instruction set it is.
set -u
objects=$(find build/obj/common/simt/exec/ops build/obj/common/baseline -name '*.avx2.o' -o -name '*.avx512.o' \
    -o -name 'kernel_avx*.o' -o -name 'isa_avx*.o' 2>/dev/null)
if [ -z "$objects" ]; then
    echo "this CPU has one variant only"
    exit 77
fi
leaks=$(for object in $objects; do
    isa=${object%.o}
    isa=${isa##*.}
    nm -C --defined-only "$object" | grep ' [WVu] ' | grep -v -e "$isa::" -e ' DW\.ref\.' | sed "s|^[0-9a-f]* .|$object:|"
done)
[ -z "$leaks" ] && exit 0
echo "Shared functions compiled for one instruction set:"
printf '%s\n' "$leaks"
exit 1
