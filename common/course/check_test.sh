#!/bin/sh
# Grades answers in people's environments: with the variables that NVIDIA's guide sets, with another CUDA runtime in
# front, and in a folder whose name is not ASCII. A grade must have its bounds and its source lines there, too.
set -u
export DEVICE=emulator
cuda=${CUDA_LIB:-/usr/local/cuda/lib64}
solution=solutions/02-transpose/1-uncoalesced-side/transpose.cu
mkdir -p build/test-results
work=$(mktemp -d build/test-results/Übung.XXXXXX)
trap 'rm -rf "$work"' EXIT
status=0

# expect NAME CODE WORDS: the last command ended with the code, and its output contains the words.
expect() {
    [ "$code" = "$2" ] && printf '%s' "$said" | grep -qF "$3" && return
    printf 'FAILED: %s. Exit code %s, and not "%s" in:\n%s\n' "$1" "$code" "$3" "$said"
    status=1
}

said=$(LD_LIBRARY_PATH="$cuda" build/course check 02.1 --answer $solution 2>&1)
code=$?
expect "a solution is solved with NVIDIA's folder in LD_LIBRARY_PATH" 0 "Solved."

said=$(LD_PRELOAD="$cuda/libcudart.so" build/course check 02.1 --answer $solution 2>&1)
code=$?
expect "another runtime is an error, no grade without counts" 3 "Nothing was graded: the check is for the emulator"

# The store goes down a column.
answer="$work/uncoalesced answer.cu"
sed 's/first_col + threadIdx.y;/first_col + threadIdx.x;/; s/= first_row + threadIdx.x;/= first_row + threadIdx.y;/
    s/= tile\[threadIdx.x\]\[threadIdx.y\]/= tile[threadIdx.y][threadIdx.x]/' $solution >"$answer"
said=$(build/course check 02.1 --answer "$answer" 2>&1)
code=$?
line=$(grep -n 'out\[out_row' "$answer" | cut -d: -f1)
expect "a folder that is not ASCII, and a blank, keep their places" 1 "$answer:$line makes 12288 sectors:"
expect "and the text of its lines" 1 "             $(sed -n "${line}s/^ *//p" "$answer")"

said=$(build/course check 04.4 --answer solutions/04-matmul/4-predict-the-volume/predictions.cu 2>&1)
code=$?
expect "predictions are solved" 0 "Solved."
printf '%s' "$said" | grep -qF reference &&
    { echo "FAILED: predictions, which have no kernel, are compared with the reference solution's cost"; status=1; }

# A solution with one changed line of code, a comment right above it, and one elsewhere: only the code is shown.
sed 's/^    __syncthreads();/\n    \/\/ mine\n    __syncwarp();/; s/^    const dim3 block/    \/\/ 32 × 32 threads\n&/' $solution >"$work/other.cu"
line=$(grep -n __syncthreads $solution | cut -d: -f1)
said=$(build/course diff 02.1 --answer "$work/other.cu" 2>&1)
expected="--- $work/other.cu
+++ $solution
@@ -$line,3 +$line @@
-    __syncwarp();
+    __syncthreads();"
[ "$said" = "$expected" ] || { printf 'FAILED: a diff shows the line that differs and nothing else, not\n%s\n' "$said"; status=1; }

# The page of make show: the reference solution is in it once the exercise is solved, and not a line of it before.
page=build/show/02.1.html
only_in_solution=$(grep -vxFf exercises/02-transpose/1-uncoalesced-side/transpose.cu $solution | grep -m 1 'out\[')
said=$(COURSE_PROGRESS="$work/none" build/course show 02.1 --html 2>&1)
code=$?
expect "a page is written" 0 "page  $page"
expect "and says what it will have" 0 "Once the exercise is solved"
grep -qE '^shape [0-9]+ 96 160 160 4 0 in$' $page || { echo "FAILED: the page has the shape of the input"; status=1; }
grep -qF -e trace-1 -e "$only_in_solution" $page &&
    { echo "FAILED: a page shows the reference solution before the exercise is solved"; status=1; }
echo '02.1 sectors=1/1' >"$work/solved"
said=$(COURSE_PROGRESS="$work/solved" build/course show 02.1 --html 2>&1)
code=$?
expect "the reference solution is beside the solved file" 0 "your file beside the reference solution."
grep -qF 'id="trace-1"' $page && grep -qF "$only_in_solution" $page ||
    { echo "FAILED: the page of a solved exercise has the reference solution"; status=1; }

# make removes what it takes for a step on the way, and says so as the last line of a learner's check.
object=build/obj/exercises/01-first-kernel/1-three-dimensions/check.cpp.o
rm -f "$object" "${object%.o}.d" build/check/01.1/check
build/course check 01.1 >"$work/said" 2>&1
[ -e "$object" ] || { echo "FAILED: the first check of an exercise keeps the object of its harness"; status=1; }

exit $status
