#!/bin/sh
# The students' copy (make dist): the same bytes each time, no solution in it, no rung that answers a hidden exercise, links that lead
# somewhere. The learner's loop works in it. Each student has numbers of his or her own, and is graded with them. What is built here
# is not built again.
set -u
command -v git >/dev/null && [ -e .git ] || { echo "this folder is no git clone"; exit 77; }
export DEVICE=emulator PYTHONDONTWRITEBYTECODE=1
unset MAKEFLAGS MFLAGS MAKELEVEL DETECTED_IN
mkdir -p build/test-results
top=$PWD
work=$(mktemp -d "$top/build/test-results/dist.XXXXXX")
trap 'rm -rf "$work"' EXIT
status=0
fail() {
    printf 'FAILED: %s\n' "$*"
    status=1
}
# expect NAME CODE WORDS COMMAND…: the command ends with the code, and its output contains the words.
expect() {
    name=$1 expected=$2 words=$3
    shift 3
    said=$("$@" 2>&1)
    code=$?
    case $code$said in "$expected"*"$words"*) return ;; esac
    fail "$name. Exit code $code, and not \"$words\" in:
$said"
}
dist() { python3 common/dist/dist.py "$@"; }

new=$(git ls-files 'chapters/*.cu' | PYTHONPATH=common/dist python3 -c 'import hide, sys
print(*hide.forgotten(open("common/dist/rungs.txt").read(), sys.stdin.read().splitlines()), sep="; ")')
[ -z "$new" ] || fail "common/dist/rungs.txt does not say whether these rungs answer these exercises: $new"

printf 'A secret\n' >"$work/secret.txt"
printf "# the class\nO'Brien, Anna (123)\nDvořák\n\n" >"$work/list.txt"
for copy in one two; do
    expect "a copy is written" 0 "02.6: without 02.5, 02.8" \
        dist "$work/$copy" --hide 02.6,04.4 --students "$work/list.txt" --secret "$work/secret.txt"
done
expect "an exercise that no rung answers is named" 0 "04.4: no rung answers it" printf '%s' "$said"
diff -r "$work/one" "$work/two" || fail "two copies of a commit are the same"
cd "$work" && tar xzf one/cuda-course.tar.gz && mv cuda-course hidden
cd "$top"
expect "a copy with all rungs" 0 "files" dist "$work/all"
cd "$work" && tar xzf all/cuda-course.tar.gz
cd "$top"

for folder in solutions teaching common/dist common/grade; do
    [ -e "$work/cuda-course/$folder" ] && fail "$folder is not in the copy"
done
[ -e "$work/hidden/chapters/02-transpose/test" ] && fail "the tests of a hidden rung are not in the copy"
grep -rlF "// Solution of exercise" "$work/cuda-course" --exclude-dir=templates && fail "no reference solution is in the copy"
for wrong in solutions/*/*/wrong/*.diff; do
    sentence=$(sed -n 2p "$wrong")
    grep -rlF --include='*.diff' -e "$sentence" "$work/cuda-course" && fail "no wrong answer is in the copy: $wrong"
done
key=$(grep -m 1 'y ^ x' chapters/02-transpose/5_swizzled.cu | sed 's/^ *//')
grep -rqF -e "$key" "$work/cuda-course/chapters" || fail "the rung is there if it is not hidden"
for part in chapters slides exercises common; do
    grep -rlF -e "$key" "$work/hidden/$part" && fail "a hidden rung's code is in no file of the copy"
done
grep -q 'code swizzled' "$work/hidden/slides/02-transpose.md" && fail "no slide quotes a hidden rung"
for copy in cuda-course hidden; do
    cd "$work/$copy"
    expect "all links of $copy lead somewhere" 0 "SUCCESS" "$top/build/test/common-pages" -tc='every link*'
    cd "$top"
done

# What is built here is younger than all sources of the copies; in the other copy make builds the rung that lost its kernels.
for copy in cuda-course hidden; do
    find "$work/$copy" -type f -exec touch -d 2000-01-01 {} +
    mkdir "$work/$copy/build"
    for part in lib obj simt view; do cp -al "build/$part" "$work/$copy/build/$part"; done
    cp -rp build/config build/units "$work/$copy/build"
done
cd "$work/hidden"
touch chapters/02-transpose/ladder.cpp
expect "the ladder is built without the hidden rung" 0 "register_blocked" make run-02 ARGS="--size 64x64 --skip-cpu"
printf '%s' "$said" | grep -q '^swizzled' && fail "the ladder has no row for the hidden rung"

cd "$work/cuda-course"
answer=exercises/02-transpose/1-uncoalesced-side/transpose.cu
cp "$answer" "$work/stub.cu"
grep -n 'solutions/' exercises/README.md && fail "the exercises' page sends nobody to solutions/"
expect "start leads to the first page" 0 "read   chapters/01-first-kernel/README.md" make start
expect "list" 0 "[ ] 02.1" make list
expect "check" 0 "Next: make hint EX=02.1" make check EX=02.1
expect "show" 0 "! store to global memory" make show EX=02.1
for hint in 1 2 3; do expect "hint $hint" 0 "Hint $hint of" make hint EX=02.1; done
expect "no hint names a solution" 0 "RESET=1 begins again." make hint EX=02.1
expect "diff says that there is no solution" 0 "This copy of the course has no solutions" make diff EX=02.1
expect "verify says so, too" 2 "this copy of the course has no solutions" make verify EX=02.1
cp "$top/solutions/${answer#exercises/}" "$answer"
expect "the learner's answer is solved" 0 "Next: exercise" make check EX=02.1
printf '%s' "$said" | grep -qF 'make diff' && fail "a solved exercise leads to no solution"
expect "the list knows it" 0 "[x] 02.1" make list
expect "reset keeps the file" 0 "Your file is now $answer.1" make reset EX=02.1
cmp "$answer" "$work/stub.cu" || fail "after reset the file is the stub"
for script in $(make -n test | grep -o '[a-z/_]*_test\.sh'); do
    [ -e "$script" ] || fail "make test runs $script, which is not in the copy"
done

# The numbers of 01.8: the course's answers are wrong with a student's own, and the right ones are right.
tar -C "$work" -xzf "$work/one/students/O'Brien, Anna (123).tar.gz"
"$top/common/dist/parameters.py" "$work/secret.txt" "O'Brien, Anna (123)" | cmp - exercises/parameters.txt ||
    fail "a student's numbers are found again from the secret and the name"
"$top/common/dist/parameters.py" "$work/secret.txt" Dvořák | cmp -s - exercises/parameters.txt && fail "two students have other numbers"
solution=$top/solutions/01-first-kernel/8-enough-in-flight/answers.cu
value() { awk -v name="$1" '$1 == "01.8" && $2 == name { print $3 }' exercises/parameters.txt; }
multiprocessors=$(value multiprocessors) rate=$(value memory_gb_per_s) latency=$(value latency_ns)
grep -q "| $multiprocessors | $(printf '%s' "$rate" | sed 's/\(.*\)\(...\)$/\1,\2/') | $latency |" exercises/01-first-kernel/8-*/README.md ||
    fail "the page shows the student's numbers"
each=$((rate / multiprocessors)) needed=$((latency * rate / multiprocessors))
up() { echo $((($1 + $2 - 1) / $2)); }
sed "s/\(bytes_each_nanosecond = \).*/\1$each;/; s/\(bytes_in_flight = \).*/\1$needed;/; s/\(twice_the_latency = \).*/\1$((2 * needed));/
    s/\(with_one_load = \)63.*/\1$(up $needed 128);/; s/\(with_two_loads = \).*/\1$(up $needed 256);/; s/\(with_float4 = \).*/\1$(up $needed 512);/
    s/\(rate_with_one_load = \).*/\1$((2048 * multiprocessors / latency));/; s/\(loads_to_make_up = \).*/\1$(up $needed 2048);/" "$solution" >"$work/own.cu"
expect "another student's answers are wrong" 1 "Not solved" ./course check 01.8 --answer "$solution"
expect "a student's own are right" 0 "Solved." ./course check 01.8 --answer "$work/own.cu"
cd "$top"
older_toolkit= # make grade needs CUDA 13
case ${NVCC_VERSION:-} in 11.* | 12.*) older_toolkit=yes ;; esac
if [ -x build/grade/grade ] && [ -z "$older_toolkit" ]; then
    for student in "O'Brien, Anna (123)" Dvořák; do
        mkdir -p "$work/class/$student"
        cp "$work/own.cu" "$work/class/$student/01.8.cu"
    done
    expect "a class is graded with its numbers" 0 "1 solved, 1 not solved" build/grade/grade --submissions "$work/class" \
        --grades "$work/grades" --isolation none --secret "$work/secret.txt"
    grep -q "^\"O'Brien, Anna (123)\",01.8,yes," "$work/grades/grades.csv" || fail "the student whose numbers they are has solved it"
fi

common/dist/parameters.py --pages --check || fail "the pages show the numbers of exercises/parameters.txt"
expect "HIDE names an exercise" 2 "there is no such exercise" dist "$work/none" --hide 02.66
expect "HIDE names an answer that programs need" 2 "cannot hide 05.2: its answer is in common/cuda/pad.cuh" dist "$work/none" --hide 02.3,05.2
expect "a secret that is not there" 2 "nowhere is not there" dist "$work/none" --students "$work/list.txt" --secret nowhere
expect "a secret that git has committed" 2 "git has committed README.md" dist "$work/none" --students "$work/list.txt" --secret README.md
expect "numbers need a secret" 2 "need a secret" dist "$work/none" --students "$work/list.txt"
printf 'Anna\nAnna\n' >"$work/list.txt"
expect "a name once" 2 "has Anna twice" dist "$work/none" --students "$work/list.txt" --secret "$work/secret.txt"
printf '../Anna\n' >"$work/list.txt"
expect "a name that is a path" 2 "cannot be the name of a folder" dist "$work/none" --students "$work/list.txt" --secret "$work/secret.txt"
exit $status
