#!/bin/sh
# Checks which CUDA runtime each program finds: the emulator if it was chosen and the toolkit's if a GPU was, whatever
# LD_LIBRARY_PATH says. (NVIDIA's installation guide tells people to put the toolkit's folder there.) Checks the
# current build; compare environment_test.sh, which links for a GPU on a machine without one.
#
# Usage: runtime_found_test.sh   (in the repository's root, with what toolchain.mk exports in the environment)
set -u
top=$(pwd)
emulator=$top/build/lib
toolkit=${CUDA_LIB:-/usr/local/cuda/lib64}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
fail() { printf 'FAILED: %s\n' "$1"; status=1; }

# found PROGRAM FOLDERS: the file that the loader uses for libcudart if LD_LIBRARY_PATH is FOLDERS; nothing if the
# program needs none.
found() { LD_TRACE_LOADED_OBJECTS=1 LD_LIBRARY_PATH=$2 "$1" 2>/dev/null | sed -n 's/^[[:space:]]*libcudart[^ ]* => \(.*\) (0x.*/\1/p'; }
folder_of() { (cd "$(dirname "$1")" 2>/dev/null && pwd -P); }

# The emulator's own tests run on the emulator on every machine.
looked=0
for program in build/[0-9]* build/[0-9]*/* build/test/* build/test/programs/*; do
    case $program in build/test/simt-*) continue ;; esac  # a test is just building it, perhaps for another runtime
    [ -f "$program" ] && [ -x "$program" ] && head -c 4 "$program" | grep -q ELF || continue
    wanted=$emulator other=$toolkit
    case $program in
        build/test/emulator* | build/test/programs/*) ;;
        *) [ "${BACKEND:-emulator}" != gpu ] || { wanted=$toolkit other=$emulator; } ;;
    esac
    runtime=$(found "$program" "$other")
    [ -n "$runtime" ] || continue
    looked=$((looked + 1))
    [ "$(folder_of "$runtime")" = "$(cd "$wanted" && pwd -P)" ] ||
        fail "$program finds $runtime with LD_LIBRARY_PATH=$other, and should find $wanted"
done
if [ "$looked" = 0 ]; then
    echo "no program has been built"
    exit 77
fi

# A program of a user's own, which build/simt runs on the emulator, from a folder whose name contains a blank, too.
cat >"$work/own.cpp" <<'EOF'
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <stdio.h>
int main() {
    int devices = 0;
    Dl_info runtime;
    dladdr(reinterpret_cast<void*>(cudaGetDeviceCount), &runtime);
    cudaError_t error = cudaGetDeviceCount(&devices);
    printf("%s: %s\n", runtime.dli_fname, error == cudaSuccess && devices > 0 ? "runs" : cudaGetErrorString(error));
}
EOF
nvcc=${NVCC_FOUND:-/usr/local/cuda/bin/nvcc}
host=${NVCC_HOST:-}
"$nvcc" ${host:+-ccbin "$host"} --cudart shared -o "$work/own" "$work/own.cpp" -ldl &&
    "$nvcc" ${host:+-ccbin "$host"} --cudart shared -o "$work/own_rpath" "$work/own.cpp" -ldl \
        -Xlinker --disable-new-dtags,-rpath,"$toolkit" || fail "a program of somebody's own does not compile"
mkdir "$work/a b's Übung"
cp -r build/simt "$work/a b's Übung"
mkdir "$work/a b's Übung/lib"
ln -s "$emulator"/* "$work/a b's Übung/lib"
for simt in build/simt "$work/a b's Übung/simt"; do
    for program in own own_rpath; do
        said=$(LD_LIBRARY_PATH=$toolkit "$simt" --quiet "$work/$program" 2>&1)
        case $said in
            "$toolkit"*) fail "$simt runs $program on the toolkit's runtime: $said" ;;
            *"ERROR"* | *ignored*) fail "$simt runs $program: $said" ;;
            *": runs") ;;
            *) fail "$simt runs $program: $said" ;;
        esac
    done
done

# The pages' commands run in a folder whose name contains a blank.
ln -s "$top/build" "$work/a b's Übung/build"
said=$(cd "$work/a b's Übung" && . "$top/common/make/quote_output.sh" && LD_LIBRARY_PATH=$toolkit on_emulator "$work/own_rpath" 2>&1)
case $said in build/lib/libcudart.so.13": runs") ;; *) fail "on_emulator in a folder whose name has a blank: $said" ;; esac
exit $status
