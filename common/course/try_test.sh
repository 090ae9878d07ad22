#!/bin/sh
# `course try` on files outside of this checkout: from another folder, with arguments, with the program's exit code, and
# with a sentence where there is nothing to run. What it prints as the nvcc line works when it is typed.
set -u
export DEVICE=emulator
course=$PWD/build/course
mkdir -p build/test-results
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/it's mine"
cd "$work/it's mine" || exit 1
status=0

# expect NAME CODE WORDS: the last command ended with the code, and its output contains the words.
expect() {
    [ "$code" = "$2" ] && printf '%s' "$said" | grep -qF -- "$3" && return
    printf 'FAILED: %s. Exit code %s, and not "%s" in:\n%s\n' "$1" "$code" "$3" "$said"
    status=1
}
try() {
    said=$("$course" try "$@" 2>&1)
    code=$?
}

cat >'my scale.cu' <<'END'
#include <cstdio>
#include <cstdlib>
__global__ void scale(float* x) { x[threadIdx.x * 8] *= 2; }
int main(int argc, char** argv) {
    float* x;
    cudaMalloc(&x, 256 * sizeof(float));
    cudaMemset(x, 0, 256 * sizeof(float));
    scale<<<1, 32>>>(x);
    if (argc > 2)
        std::printf("flush: %d\n", cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTargetCurrentDevice,
                                                                       cudaFlushGPUDirectRDMAWritesToOwner));
    return std::atoi(argv[1]) + cudaDeviceSynchronize();
}
END
try 'my scale.cu' -- 7 x
expect "the exit code is the program's" 7 "my scale.cu:3"
expect "the program is not built into the learner's folder" 7 "/build/simt "
expect "a call that the emulator does not have is refused by name" 7 "cudaDeviceFlushGPUDirectRDMAWrites is not supported by the emulator"
[ "$(ls)" = 'my scale.cu' ] || { echo "FAILED: the learner's folder holds $(ls)"; status=1; }
said=$(printf '%s\n' "$said" | sed -n 1,2p | sed 's/ 7 x$/ 5/' | sh 2>&1)
code=$?
expect "both lines can be typed" 5 "global stores"

try none.cu
expect "a file that is not there" 2 "none.cu is not there, seen from $PWD."
try ..
expect "a folder" 2 ".. is no file."
try
expect "no file" 2 "try needs a file: make try FILE=mine.cu"
echo 'int main() { return x; }' >bad.cu
try bad.cu
expect "a file that does not compile" 3 'bad.cu(1): error: identifier "x" is undefined'
printf '#include "common/cuda/check.hpp"\nvoid f() {}\n' >part.cu
try part.cu
expect "a file without main, with a header of the course" 3 "part.cu has no main function"
exit $status
