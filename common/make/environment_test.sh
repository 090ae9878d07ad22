#!/bin/sh
# Builds under adverse conditions: compilers that disappear for a moment, two makes at once, a killed make, a full
# disk, read-only folders, an update, a folder with an unusual name. After each, the next make is right, or says in a
# sentence what to do. Uses imitated machines (stand_ins.sh); compare commands_test.sh.
set -u
. common/make/stand_ins.sh

# nothing_to_do CASE [LINE]: the next make prints only the ladder's line, since everything is built.
nothing_to_do() {
    call run
    [ "$said" = "${2:-ladder 7 }" ] || fail "$1: the next make has nothing to build"
}
# right CASE [LINE]: the next make builds the missing parts and runs the program, and no partial file is left.
right() {
    call run
    expect "$1: the next make is right" "${2:-ladder 7 }"
    expect_code "$1: the next make is right" 0
    left=$(cd "$course" && find build -name "*.$(uname -n).*")
    [ -z "$left" ] || fail "$1: no part of a file is left, and here is $left"
}
# A checkout without any build.
fresh_course() {
    rm -rf "$course"
    make_course
    fresh_machine
}

make_tools
device=

# --- compilers that are not there for a moment ---------------------------------------------------------------------------

fresh_course
call run
expect_code "the first run" 0
for wrong in "NVCC=typo doctor" "NVCC=typo run" "DEVICE=toaster doctor" "DEVICE=gpu run" "CXX=typo run" "CXX=clang++ doctor"; do
    call $wrong
    expect_code "make $wrong" 2
    nothing_to_do "after make $wrong"
done
mv "$given/nvcc" "$work/nvcc"
call run
expect_code "no nvcc" 2
mv "$work/nvcc" "$given/nvcc"
nothing_to_do "after a shell without nvcc"
provide_nvcc 11.2
call doctor
expect_code "an nvcc too old" 2
provide_nvcc 14.0
call run
expect_code "an nvcc too new" 2
provide_nvcc 12.4
call doctor
expect_code "a look at another nvcc" 0
call
provide_nvcc 13.0
nothing_to_do "after looks at other compilers"
provide_nvcc 12.4
call run
expect "another nvcc compiles kernels again" "nvcc chapters/02-first/main.cu"
expect_not "another nvcc compiles kernels alone again" "  g++"

# --- compilers that are not there from the first -------------------------------------------------------------------------

# Nothing has been built: make prints the sentence, not its own message about missing files.
for wrong in NVCC=typo CXX=typo DEVICE=gpu; do
    fresh_course
    for goal in run run-02 02 test; do
        call $goal $wrong
        expect_not "make $goal $wrong, nothing built" "No rule"
        expect_code "make $goal $wrong, nothing built" 2
    done
    nothing_is_kept=$(cd "$course" && find build -type f)
    [ -z "$nothing_is_kept" ] || fail "make $wrong, nothing built: nothing is remembered, and here is $nothing_is_kept"
done

# --- host compilers ------------------------------------------------------------------------------------------------------

fresh_course
printf '[ "$1" = --version ] && echo "Debian clang version 14.0.6" || { [ "$1" != -dumpfullversion ] && exec /usr/bin/g++ "$@"; }\n' |
    provide clang++
device=CXX=clang++
refuses "clang" "CXX=clang++ is clang, and the course is built with g++: leave CXX out, or name a g++, for example CXX=g++-12."
call doctor CXX=clang++
expect "doctor does not take clang for a compiler" "compiler   none (clang++ is no g++)"
expect_not "doctor says nothing of what follows" "programs"
device=CXX=no-such-compiler
refuses "a compiler that is no program" "CXX=no-such-compiler is not a program: leave CXX out, or name a g++"
call doctor CXX=no-such-compiler
expect_not "a wrong CXX is no missing package" "doctest-dev"
device=CXX=gcc
refuses "the compiler of C" "CXX=gcc is not a g++"
device=
printf '[ "$*" = -dumpfullversion ] && echo 10.5.0 || exec /usr/bin/g++ "$@"\n' | provide g++
refuses "a g++ too old" "g++ is g++ 10.5.0, and the course needs g++ 11 or newer: install the package g++-12, and name it with make CXX=g++-12."
rm "$given/g++"
printf 'exec "$@"\n' | provide ccache
call run CXX="ccache g++"
expect "a compiler behind a cache" "ladder 7"
call doctor CXX="ccache g++"
expect "a compiler behind a cache" "compiler   ccache g++ "
expect_code "a compiler behind a cache" 0

# --- the runtime that programs find --------------------------------------------------------------------------------------

# finds CASE FOLDER OTHER: both of a chapter's programs use the CUDA runtime in FOLDER, although LD_LIBRARY_PATH names
# OTHER.
finds() {
    for program in 02-first 02/hands; do
        said=$(LD_TRACE_LOADED_OBJECTS=1 LD_LIBRARY_PATH=$3 "$course/build/$program")
        said=$(printf '%s\n' "$said" | sed -n 's/.*libcudart.* => \(.*\) (0x.*/\1/p')
        [ "$(cd "$(dirname "$said")" && pwd -P)" = "$2" ] || fail "$1: $program takes the runtime in $2"
        said=$(readelf -d "$course/build/$program")
        expect "$1: $program has a DT_RPATH" "(RPATH)"
        expect_not "$1: $program has a DT_RPATH" "(RUNPATH)"
    done
}
fresh_course
mkdir "$course/chapters/02-first/programs"
echo 'extern "C" void cuda_stand_in(); int main() { cuda_stand_in(); }' >"$course/chapters/02-first/programs/hands.cu"
sed -i 's/^int main.*/extern "C" void cuda_stand_in();\n&\n    cuda_stand_in();/' "$course/chapters/02-first/main.cu"
call run programs-02
finds "no GPU, LD_LIBRARY_PATH names the toolkit" "$course/build/lib" "$work/cuda/lib64"
provide_gpu "NVIDIA H200, 9.0, 580.65.06"
call run programs-02
finds "a GPU, LD_LIBRARY_PATH names the emulator" "$work/cuda/lib64" "$course/build/lib"
call run programs-02 DEVICE=emulator
finds "DEVICE=emulator, LD_LIBRARY_PATH names the toolkit" "$course/build/lib" "$work/cuda/lib64"

# --- folders that cannot be written ----------------------------------------------------------------------------------------

# says_only CASE SENTENCE: make run prints only this sentence and make's own last line, and runs nothing; make doctor
# and make print it, too.
says_only() {
    refuses "$1" "$2"
    call run
    rest=$(printf '%s\n' "$said" | grep -v '^make: \*\*\* .* Error 2$')
    [ "$rest" = "$2" ] || fail "$1: it should say \"$2\" and nothing else"
}
cannot_write="copy the course into a folder of yours, or make this one writable."
fresh_course
echo "no folder" >"$course/build"
says_only "a file in the place of build/" "Nothing can be written into $course/build (Not a directory): $cannot_write"
rm "$course/build"
call run
# Everything is built: earlier results of detection must not be used in place of new ones.
if [ "$(id -u)" != 0 ]; then
    chmod -R a-w "$course"
    says_only "a folder of somebody else's" "Nothing can be written into $course/build (Permission denied): $cannot_write"
    chmod -R u+w "$course"
elif setpriv --reuid 65534 --regid 65534 --clear-groups true 2>/dev/null; then
    chmod 755 "$work"
    as="setpriv --reuid 65534 --regid 65534 --clear-groups"
    says_only "a folder of somebody else's" "Nothing can be written into $course/build (Permission denied): $cannot_write"
    rm -r "$course/build"
    says_only "a folder of somebody else's, nothing built" "Nothing can be written into $course/build (Permission denied): $cannot_write"
    as=
    call run
else
    echo "not tested: a folder of somebody else's (root cannot become another user here)"
fi
if unshare -m true 2>/dev/null; then
    as="unshare -m sh -c"
    as_script='mount --bind . . && mount -o remount,bind,ro . && cd "$PWD" && exec "$@"'
    says_only "a read-only file system" "Nothing can be written into $course/build (Read-only file system): $cannot_write"
    as= as_script=
else
    echo "not tested: a read-only file system (nothing can be mounted here)"
fi
right "a folder that can be written again"

# --- a full disk -----------------------------------------------------------------------------------------------------------

# Replaces nvcc: writes half a list of headers and half an object, then does what standard input says.
provide_half_nvcc() {
    provide_nvcc 13.0
    mv "$given/nvcc" "$given/whole-nvcc"
    action=$(cat)
    provide nvcc <<EOF
case "\$*" in *--version* | *--list-gpu-code* | *--dryrun*) exec "$given/whole-nvcc" "\$@" ;; esac
set -- "$given/whole-nvcc" "\$@"
for word; do
    case \$before in
        -MF) printf '%s' 'build/obj/chapters/02-first/main.cu.o: chapters/02-first/main.cu common/cuda/numb' >"\$word" ;;
        -o) printf 'half an object' >"\$word" ;;
    esac
    before=\$word
done
$action
EOF
}
full="The disk is full. Free some space and run make again: it goes on where it stopped."
fresh_course
echo 'echo "nvcc: error writing: No space left on device" >&2; exit 1' | provide_half_nvcc
call run
expect "a disk that a compiler fills" "$full"
expect_code "a disk that a compiler fills" 2
provide_nvcc 13.0
right "a disk that a compiler filled"
nothing_to_do "a disk that a compiler filled"

fresh_course
mkdir "$course/build"
if unshare -m mount -t tmpfs none "$course/build" 2>/dev/null; then
    # The object does not fit; then there is room; then another file takes it all.
    provide_nvcc 13.0
    mv "$given/nvcc" "$given/whole-nvcc"
    provide nvcc <<EOF
case "\$*" in *--version* | *--list-gpu-code* | *--dryrun*) exec "$given/whole-nvcc" "\$@" ;; esac
"$given/whole-nvcc" "\$@" || exit
while [ \$# -gt 1 ]; do [ "\$1" != -o ] || head -c 4000000 /dev/zero >>"\$2" || exit; shift; done
EOF
    as="unshare -m sh -c"
    as_script='mount -t tmpfs -o size=3m none build && "$@"
        mount -o remount,size=90m build && "$@" && "$@" && head -c 90m /dev/zero >build/filled 2>/dev/null
        "$@"
        rm build/filled && "$@"'
    call run
    as= as_script=
    expect "a full disk" "$full"
    expect "a disk that has room again, a disk that another fills" "
ladder 7 
ladder 7 
The disk of $course is full: free some space and run make again, which goes on where it stopped.
"
    [ "${said##*Error 2
}" = "ladder 7 " ] || fail "a disk that has room again has nothing to build"
else
    echo "not tested: a small disk (nothing can be mounted here)"
fi

# --- a make that is ended in the middle ------------------------------------------------------------------------------------

# Runs in its own process group, which the stand-in kills in the middle of writing its files.
default=$(env --default-signal=INT true 2>/dev/null && echo "env --default-signal=INT")
for signal in INT TERM KILL; do
    fresh_course
    echo "kill -$signal 0; sleep 10; exit 1" | provide_half_nvcc
    as="setsid -w $default"
    call run
    as=
    [ "$code" != 0 ] || fail "a make that is ended by SIG$signal fails"
    provide_nvcc 13.0
    right "a make that was ended by SIG$signal"
    nothing_to_do "a make that was ended by SIG$signal"
done

# --- two makes at once -----------------------------------------------------------------------------------------------------

# The second make starts and ends while the first one's compiler is in the middle of writing.
fresh_course
provide_half_nvcc <<EOF
if mkdir "$work/second" 2>/dev/null; then
    env -i PATH="\$PATH" HOME="$work" CUDA_HOME=/nowhere make run >"$work/second/said" 2>&1
    echo "exit code \$?" >>"$work/second/said"
fi
exec "\$@"
EOF
call run
expect "the first of two makes" "ladder 7"
expect_code "the first of two makes" 0
said=$(cat "$work/second/said")
expect "the second of two makes" "ladder 7"
expect "the second of two makes" "exit code 0"
right "two makes at once"
# Both start from nothing, at full speed.
fresh_course
(call run; printf '%s\nexit code %s\n' "$said" "$code" >"$work/other") &
call run
wait
expect "two makes of nothing built" "ladder 7"
expect_code "two makes of nothing built" 0
said=$(cat "$work/other")
expect "two makes of nothing built, the other" "ladder 7"
expect "two makes of nothing built, the other" "exit code 0"
right "two makes of nothing built"

# --- a build from before an update -----------------------------------------------------------------------------------------

fresh_course
chapter=$course/chapters/02-first
call run
mv "$course/common/cuda/number.hpp" "$course/common/cuda/numbers.hpp"
sed -i 's|common/cuda/number.hpp|common/cuda/numbers.hpp|' "$chapter/main.cu"
right "a header that was renamed"
mkdir "$course/common/ladder"
mv "$course/common/cuda/numbers.hpp" "$course/common/ladder/number.hpp"
sed -i 's|common/cuda/numbers.hpp|common/ladder/number.hpp|' "$chapter/main.cu"
right "a header that moved to another folder"
nothing_to_do "a header that moved to another folder"
rm "$course/common/ladder/number.hpp"
call run
expect "a header that is gone and needed" "common/ladder/number.hpp"
expect_not "a header that is gone and needed" "No rule to make"
expect_code "a header that is gone and needed" 2
sed -i 's|#include "common/ladder/number.hpp"|int number();|' "$chapter/main.cu"
for kind in cu cpp; do
    # A moved file keeps its modification time.
    echo 'int number() { return 5; }' >"$chapter/number.$kind"
    touch -d '1 hour ago' "$chapter/number.$kind"
    right "a source that came ($kind)" "ladder 5 "
    mv "$chapter/number.$kind" "$course/common/cuda/count.$kind"
    right "a source that moved to another folder ($kind)" "ladder 5 "
    mv "$course/common/cuda/count.$kind" "$course/common/cuda/number.$kind"
    right "a source that was renamed ($kind)" "ladder 5 "
    nothing_to_do "a source that was renamed ($kind)" "ladder 5 "
    rm "$course/common/cuda/number.$kind"
    call run
    expect "a source that is gone and needed ($kind)" "number()"
    expect_not "a source that is gone and needed ($kind)" "ladder 5"
    expect_code "a source that is gone and needed ($kind)" 2
    echo 'int number() { return 6; }' >"$chapter/other.$kind"
    right "another source has what is needed ($kind)" "ladder 6 "
    rm "$chapter/other.$kind"
    call run
    expect_not "a source of the chapter that is gone and needed ($kind)" "ladder 6"
    expect_code "a source of the chapter that is gone and needed ($kind)" 2
done

# Leftovers of another version of the course: different files under today's names, all newer than the sources; other
# compilers' flags; files that nothing uses any more.
fresh_course
mkdir "$course/common/ladder"
echo 'int twice(int n) { return 2 * n; }' >"$course/common/ladder/csv.cpp"  # which is compiled alone
sed -i 's/^int main/int twice(int);\n&/; s/number()/twice(&)/' "$course/chapters/02-first/main.cu"
call run
rm -r "$course/build/units"
find "$course/build/obj" "$course/build/lib" -type f | while IFS= read -r file; do echo "of another version" >"$file"; done
find "$course/build/obj" -name '*.d' -exec sh -c 'printf "%s: common/gone.hpp\ncommon/gone.hpp:\n" "${1%.d}.o" >"$1"' sh '{}' ';'
for file in host_flags nvcc_flags link_flags; do echo "$file: of another version" >"$course/build/config/$file"; done
mkdir -p "$course/build/precompiled" "$course/build/obj/common/gone"
echo "of another version" >"$course/build/obj/common/gone/gone.cpp.o"
right "what another version has left" "ladder 14 "
nothing_to_do "what another version has left" "ladder 14 "

# --- folders with unusual names --------------------------------------------------------------------------------------------

for name in "a b's Übung" 'c "d" (e) [f] #g $h;i&j,k=l%m:n'; do
    plain=$course
    course=$work/$name/course
    mkdir -p "$work/$name"
    make_course
    fresh_machine
    mkdir "$course/chapters/02-first/programs"
    printf '#include <cstdio>\nint main() { std::puts("bare hands"); }\n' >"$course/chapters/02-first/programs/hands.cu"
    call run ARGS=hello
    expect "a folder named $name" "ladder 7 hello"
    expect_code "a folder named $name" 0
    call programs-02
    expect "small programs in a folder named $name" "Built: build/02/hands"
    call run
    [ "$said" = "ladder 7 " ] || fail "a second make in a folder named $name has nothing to build"
    said=$("$course/build/02/hands" 2>&1)
    [ "$said" = "bare hands" ] || fail "a program in a folder named $name finds the emulator"
    call doctor
    expect_code "doctor in a folder named $name" 0
    rm -r "$course"
    course=$plain
done
fresh_course
touch "$course/chapters/02-first/main (copy).cu"
says_only "a copy that a file manager made" "make cannot build a file with such a name: \"chapters/02-first/main (copy).cu\". Give it one \
without blanks, brackets and quotes, or move it out of the course."
rm "$course/chapters/02-first/main (copy).cu"
mkdir -p "$work/my cuda/bin"
mv "$given/nvcc" "$work/my cuda/bin/nvcc"
cuda_home="$work/my cuda"
refuses "a toolkit in a folder with a blank" \
    "make cannot work with a blank or a quote in the toolkit's folder ($cuda_home/bin/nvcc): install it into another, or name one with make NVCC=/path/to/nvcc."
cuda_home=

[ "$failures" = 0 ] || { echo "$failures checks failed"; exit 1; }
