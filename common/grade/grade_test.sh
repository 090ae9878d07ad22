#!/bin/sh
# Grades small classes: odd names, hostile answers, and a grader that is killed with SIGKILL and goes on.
set -u
export DEVICE=emulator
bwrap --unshare-all --ro-bind / / true 2>/dev/null || { echo "bubblewrap is not there or can make no namespaces"; exit 77; }
mkdir -p build/test-results
work=$(mktemp -d "$PWD/build/test-results/grade.XXXXXX")
trap 'rm -rf "$work"' EXIT
solution=solutions/02-transpose/1-uncoalesced-side/transpose.cu
stub=exercises/02-transpose/1-uncoalesced-side/transpose.cu
status=0

fail() {
    printf 'FAILED: %s\n' "$1"
    status=1
}
# grade CLASS GRADES OPTIONS…: the output of the grader is in $work/said.
grade() {
    class=$1 grades=$2
    shift 2
    build/grade/grade --submissions "$work/$class" --grades "$work/$grades" --seed 17 --jobs 2 "$@" >"$work/said" 2>&1
}
# row STUDENT: the beginning of a row of grades.csv, up to the tests.
row() { grep -m 1 "^$1," "$work/grades/grades.csv" | cut -d, -f2-6; }
# processes PATTERN: how many have it in their command line or name; brackets in it keep it from finding itself.
processes() { cat /proc/[0-9]*/cmdline /proc/[0-9]*/comm 2>/dev/null | tr '\0' ' ' | grep -c "$1"; }
# hostile STUDENT: an answer that is right, and runs what stands on standard input before main.
hostile() {
    mkdir -p "$work/class/$1"
    {
        cat $solution
        printf '#include <%s>\n' cstdio cstdlib dirent.h signal.h sys/prctl.h sys/socket.h unistd.h
        echo 'namespace { struct Hostile { Hostile() {'
        cat
        echo '} } hostile; }'
    } >"$work/class/$1/02.1.cu"
}

mkdir -p "$work/class/O'Brien, Anna (123)" "$work/class/solved" "$work/class/same" "$work/class/wrong" "$work/class/odd
name" "$work/class/\$(touch executed)"
cp $solution "$work/class/O'Brien, Anna (123)/02.1.cu"
cp $solution "$work/class/odd
name/02.1.cu"
cp $solution "$work/class/\$(touch executed)/02.1.cu"
cp $solution "$work/class/solved/02.1.cu"
cp "$work/class/solved/02.1.cu" "$work/class/same/02.1.cu"
echo 'void f();' >"$work/class/wrong/\`touch executed\`.cu"
cp $solution "$work/class/wrong/02.1.o"
sed 's/tile\[threadIdx.x\]\[threadIdx.y\]/tile[threadIdx.y][threadIdx.x]/' $solution >"$work/class/wrong/02.1.cu"
mkdir -p "$work/class/races" "$work/class/names"
sed '/__syncthreads/d' $solution >"$work/class/races/02.1.cu"
sed "/__syncthreads/d; 4i #line 4 \"$PWD/$solution\"" $solution >"$work/class/names/02.1.cu"
mkdir -p "$work/class/stub" "$work/class/broken" "$work/class/includes"
cp $stub "$work/class/stub/02.1.cu"
echo 'void transpose(' >"$work/class/broken/02.1.cu"
printf '#include "%s"\n' "$solution" >"$work/class/includes/02.1.cu"
hostile looks <<'END'
    for (const char* path : {"/", "/course", "/answer", "/home", "/root", "/proc"})
        if (DIR* const folder = opendir(path))
            while (const dirent* const entry = readdir(folder)) std::printf("%s/%s\n", path, entry->d_name);
    const int file = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_storage any{};
    any.ss_family = AF_INET;
    std::printf("LOOKED %d\n", connect(file, reinterpret_cast<sockaddr*>(&any), sizeof any));
END
hostile outlives <<END
    if (fork() == 0) {
        prctl(PR_SET_NAME, "left$$");
        setsid();
        signal(SIGTERM, SIG_IGN);
        for (;;) pause();
    }
END

grade class grades
code=$?
[ $code = 0 ] || { cat "$work/said"; fail "a class with odd names and hostile answers is graded"; exit 1; }

grep -qF 'odd\u{a}name,02.1,yes,10,10,2 of 2,' "$work/grades/grades.csv" || fail "a newline in a name is written in digits"
grep -qF "\"O'Brien, Anna (123)\",02.1,yes,10,10,2 of 2," "$work/grades/grades.csv" || fail "a name with a comma and a quote is graded"
[ "$(row solved)" = "02.1,yes,10,10,2 of 2" ] || fail "a solution is solved"
[ "$(row same)" = "$(row solved)" ] || fail "equal answers have equal grades"
[ "$(row stub)" = "02.1,no,0,10,1 of 2" ] || fail "the stub has no points"
grep '^stub,' "$work/grades/grades.csv" | grep -qF "This is the stub: nothing was changed." || fail "the stub is called by its name"
grep '^wrong,02.1,no,' "$work/grades/grades.csv" | grep -qF '"every element is where it belongs' || fail "a wrong answer is told what fails"
grep -q 'transpose.cu:[0-9]* *tile\[threadIdx.y\]\[threadIdx.x\] = in\[' "$work/grades/students/races/results.json" ||
    fail "a finding quotes the answer's line"
grep -qF "$solution:" "$work/grades/students/names/results.json" || fail "an answer names another file's lines as its own"
grep -qF '] = in[' "$work/grades/students/names/results.json" && fail "a finding quotes no other file"
grep '^wrong,02.1.o,not judged,0,' "$work/grades/grades.csv" | grep -qF "This is not an answer" || fail "an object file is not judged"
grep '^broken,02.1,no,0,' "$work/grades/grades.csv" | grep -qF "It does not compile: transpose.cu(" || fail "what does not compile has the compiler's words"
[ -e executed ] && fail "a name is never a command"

grep '^includes,02.1,no,0,' "$work/grades/grades.csv" | grep -qF "No such file or directory" || fail "an answer cannot include the solution"
looked=$(grep -l LOOKED "$work"/grades/results/*.json)
[ -n "$looked" ] || fail "the answer that looks around ran"
grep -qE 'LOOKED 0|/solutions|/exercises|//home|//root|02.1.cu|/class' $looked && fail "an answer sees no solution, no other answer and no network"
[ "$(row outlives)" = "02.1,yes,10,10,2 of 2" ] || fail "an answer that starts a process is graded"
[ "$(processes "[l]eft$$")" = 0 ] || fail "no process of an answer outlives it"
for report in board.html grades.json grades.xml students/solved/report.html students/solved/results.json; do
    [ -s "$work/grades/$report" ] || fail "there is $report"
done

# Without a change, nothing is run again.
grade class grades
grep -qF " 0 answers were run now." "$work/said" || fail "nothing is graded twice"

# Killed in the middle, then called again: the same grades, and each answer was run once.
build/grade/grade --submissions "$work/class" --grades "$work/killed" --seed 17 --jobs 2 >"$work/said" 2>&1 &
grader=$!
while kill -0 $grader 2>/dev/null && [ "$(ls "$work/killed/results" 2>/dev/null | grep -c 'json$')" -lt 2 ]; do sleep 0.05; done
kill -9 $grader || fail "the grader was killed in the middle"
wait $grader 2>/dev/null
sleep 0.5
[ "$(processes "${work##*/}/[k]illed")" = 0 ] || fail "no process outlives a grader that was killed"
before=$(ls "$work/killed/results" | grep -c 'json$')
all=$(ls "$work/grades/results" | grep -c 'json$')
grade class killed
grep -qF " $((all - before)) answers were run now." "$work/said" || fail "what a killed grader has graded is not graded again"
without_seconds() { sed -E 's/,([0-9.]*),bubblewrap,/,,bubblewrap,/' "$1"; }
[ "$(without_seconds "$work/grades/grades.csv")" = "$(without_seconds "$work/killed/grades.csv")" ] ||
    fail "a grader that was killed and called again gives the same grades"

# Without isolation every row says so.
mkdir -p "$work/open/solved"
cp $solution "$work/open/solved/02.1.cu"
grade open open-grades --isolation none
grep -q '^solved,02.1,yes,.*,none,emulator,17$' "$work/open-grades/grades.csv" || fail "a row says that there was no isolation"

exit $status
