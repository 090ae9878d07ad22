#!/bin/sh
# The commands on imitated machines (stand_ins.sh): every sentence that a learner may meet, the flags for every kind
# of GPU, and which changes rebuild what. Compare environment_test.sh, about interrupted and unusual builds.
set -u
. common/make/stand_ins.sh

make_tools
make_course
device=

fresh_machine
call
for command in run run-01 02 programs-01 test check hint diff try verify bench tables slides doctor format clean; do
    expect "make alone lists every command" "make $command "
done
for command in run-01 "check EX=01.1" "hint EX=01.1" programs-01 run doctor; do
    case ${said%%To teach*} in *"make $command "*) ;; *) fail "make alone begins with what a learner needs: $command" ;; esac
done
first=$said
call help
[ "$said" = "$first" ] || fail "make help says what make alone says"
expect "make alone names the backend" "Backend:  no GPU: emulator"
expect "make alone names the chapters" "Chapters: 02-first"
expect_code "make alone" 0

call run
expect "the first run builds" "nvcc chapters/02-first/main.cu"
expect "the first run builds the emulator" "link build/lib/libcudart.so.13"
expect "the first run runs" "ladder 7"
expect_code "the first run" 0
call run
[ "$said" = "ladder 7 " ] || fail "the second run builds nothing"
sed -i 's/7/8/' "$course/common/cuda/number.hpp"
call run-02 ARGS=hello
expect "a changed header rebuilds" "nvcc chapters/02-first/main.cu"
expect "ARGS reach the program" "ladder 8 hello"
expect_not "a changed header rebuilds only what includes it" "g++"
call run-02 ARGS="one two"
[ "$code" != 0 ] || fail "a ladder that fails makes the command fail"
call run-07
expect "a chapter that is not there" "There is no chapter 07; the chapters are: 02-first."
expect_code "a chapter that is not there" 2
cp -r "$course/chapters/02-first" "$course/chapters/03-second"
call run
expect "a new chapter is found without a change" "link build/03-second"
rm -r "$course/chapters/03-second"
mkdir -p "$course/chapters/02-first/programs/measuring"
echo 'const char* word() { return "bare"; }' >"$course/chapters/02-first/words.cpp"
cat >"$course/chapters/02-first/programs/hands.cu" <<'EOF'
#include <cstdio>
const char* word();
int main() { std::printf("%s hands\n", word()); }
EOF
call programs-02
expect "a lesson's small programs are found without a change" "link build/02/hands"
expect "what was built is named" "Built: build/02/hands"
said=$("$course/build/02/hands" 2>&1)
[ "$said" = "bare hands" ] || fail "a lesson's small program uses what its chapter has"
[ "$(readelf -d "$course/build/02/hands" | grep -c '\$ORIGIN/../lib')" = 1 ] || fail "a lesson's small program uses the emulator"
call run
expect_code "a chapter with small programs runs" 0
for goal in 02 02-first; do
    rm -rf "$course/build/02-first" "$course/build/02"
    call $goal
    expect "make $goal builds the chapter's program" "link build/02-first"
    expect "make $goal builds its small programs" "link build/02/hands"
    expect "make $goal says what comes next" "Next: make run-02, with chapters/02-first/README.md beside it."
    expect_not "make $goal runs nothing" "ladder 8"
    expect_code "make $goal" 0
done
call run-02-first ARGS=hello
expect "run-02-first is run-02" "ladder 8 hello"
call programs-02-first
expect "programs-02-first is programs-02" "Built: build/02/hands"
for goal in programs-07 tables-07 programs-02-second run-02-second; do
    call $goal
    expect "$goal of a chapter that is not there" "There is no chapter ${goal#*-}; the chapters are: 02-first."
done
rm -r "$course/chapters/02-first/programs" "$course/chapters/02-first/words.cpp"
call programs-02
expect "a lesson without small programs" "Nothing to build: the pages of chapter 02 have no small programs. Its ladder is make run-02."
expect_code "a lesson without small programs" 0
case $(cat "$work/nvcc.log") in
    *"arch=compute_90,code=[sm_90,compute_90]"*) ;;
    *) fail "without a GPU: sm_90 machine code and compute_90 PTX" ;;
esac
call bench
expect "bench without a GPU" "only a GPU has it"
expect_code "bench without a GPU" 2
call bench-cpu
expect_code "bench-cpu needs no GPU" 0
expect "bench-cpu measures what runs on the CPU" "--bench --only-cpu --csv chapters/02-first/results/"
expect "bench-cpu measures into the CPU's file" "-threads.csv"
call bench-cpu CHAPTERS=07-nowhere
expect_code "bench-cpu of a chapter that is not there" 2

# --- commands that are not there ---------------------------------------------------------------------------------------

# suggests TYPED NEAREST: `make TYPED` says which command is the nearest, and fails with 2.
suggests() {
    call $1
    [ "${said%
make: *}" = "There is no command \"make ${1%% *}\"; the nearest is: $2" ] || fail "make $1: the nearest is $2, and nothing else is said"
    expect_code "make $1" 2
}
suggests rn "make run"
suggests tets "make test"
suggests chek "make check EX=01.1"
suggests "chek EX=02.3" "make check EX=02.3"
suggests check-02.1 "make check EX=02.1"
suggests 02.1 "make check EX=02.1"
suggests hint-2.1 "make hint EX=02.1"
suggests run02 "make run-02"
suggests programs "make programs-01"
suggests tabels "make tables"
suggests benchcpu "make bench-cpu"
suggests 2 "make 02"
suggests 02-frist "make 02-first"
suggests first "make 02-first"
suggests hlep "make help"
suggests all "make run"
call 7
expect "a number that is no chapter" "There is no chapter 07; the chapters are: 02-first."
expect_code "a number that is no chapter" 2
call xyzzy
expect "a word that is near to nothing" "There is no command \"make xyzzy\"; make alone lists the commands."
expect_code "a word that is near to nothing" 2
# A file is not a command, whether it was typed or is missing in the middle of a build.
call build/02-frist
expect "a file that nothing makes" "No rule to make target 'build/02-frist'"
expect_code "a file that nothing makes" 2
printf '02: chapters/02-first/lost.csv\n02-all: chapters/02-first/lost.csv\n' >"$course/common/make/lost.mk"
call 02
expect "a file that is missing" "No rule to make target 'chapters/02-first/lost.csv', needed by '02'"
expect_code "a file that is missing" 2
call 02-all
expect "a file that is missing for a goal that is in no list" "chapters/02-first/lost.csv is not there, and no rule makes it."
expect_not "a file that is missing for a goal that is in no list" "There is no command"
expect_code "a file that is missing for a goal that is in no list" 2
rm "$course/common/make/lost.mk"

# --- GPUs --------------------------------------------------------------------------------------------------------------

provide_gpu "NVIDIA H200, 9.0, 580.65.06"
call
[ "${said##*Backend:}" = "  H200" ] || fail "an H200 is named, and nothing else"
call run
[ "$(readelf -d "$course/build/02-first" | grep -c "$work/cuda/lib64")" = 1 ] || fail "on a GPU the toolkit's runtime is used"
call run DEVICE=emulator
[ "$(readelf -d "$course/build/02-first" | grep -c '\$ORIGIN/lib')" = 1 ] || fail "DEVICE=emulator uses the emulator"
expect_not "the same machine code serves both" "nvcc chapters"
call DEVICE=emulator
expect "DEVICE=emulator is named" "Backend:  H200 left alone, DEVICE=emulator: emulator"
extra_env="CUDA_VISIBLE_DEVICES="
call
expect "a hidden GPU does not count" "Backend:  no GPU: emulator"
extra_env=

provide_gpu "NVIDIA GeForce RTX 3090, 8.6, 580.65.06"
rm -f "$work/nvcc.log"
call run
case $(cat "$work/nvcc.log") in
    *"arch=compute_90,code=[sm_90,compute_90] -gencode arch=compute_86,code=sm_86"*) ;;
    *) fail "another GPU gets machine code of its own" ;;
esac

provide_gpu "Tesla V100-SXM2-16GB, 7.0, 580.65.06"
refuses "a GPU too old for nvcc" "nvcc 13.0 does not know this GPU's architecture (Tesla V100-SXM2-16GB, sm_70)"
call run DEVICE=emulator
expect_code "a GPU too old for nvcc, on the emulator" 0
provide_gpu "NVIDIA H200, 9.0, 550.54.15"
refuses "a driver too old" "driver 550.54.15 is older than CUDA 13 needs (580)"
rm "$given/nvidia-smi"
device=DEVICE=gpu
refuses "DEVICE=gpu without one" "DEVICE=gpu, but no GPU answers"
device=DEVICE=toaster
refuses "a device of no kind" "DEVICE=toaster is not a device"
device=

# --- compilers ---------------------------------------------------------------------------------------------------------

provide_nvcc 11.7
refuses "nvcc too old" "nvcc 11.7 ($given/nvcc) is too old: this course needs CUDA 11.8 or newer; install the CUDA Toolkit 13"
for version in 11.8 12.0 12.4 13.1; do
    provide_nvcc $version
    call doctor
    expect "nvcc $version is no problem" "nvcc       $version ($given/nvcc)"
    expect_code "nvcc $version is no problem" 0
done
provide_nvcc 12.9
call doctor
expect "the doctor says what was tried" "toolkit    CUDA 12.9 was not tried; 12.4 and 13.0 run the course"
provide_gpu "NVIDIA GeForce RTX 3090, 8.6, 525.60.13"
provide_nvcc 12.4
call
[ "${said##*Backend:}" = "  GeForce RTX 3090" ] || fail "a driver for CUDA 12 is new enough for nvcc 12"
provide_gpu "NVIDIA GeForce RTX 3090, 8.6, 470.82.01"
refuses "a driver too old for CUDA 12" "driver 470.82.01 is older than CUDA 12 needs (525)"
rm "$given/nvidia-smi"
call grade
expect "grading with CUDA 12" "make grade needs the CUDA Toolkit 13, and this is 12.4: "
expect_code "grading with CUDA 12" 2

# nvcc's header says which versions of g++ it accepts.
mkdir -p "$work/cuda/include/crt"
echo '#error -- unsupported GNU version! gcc versions later than 11 are not supported! The nvcc flag' \
    >"$work/cuda/include/crt/host_config.h"
rm -f "$tools"/g++-9 "$tools"/g++-8 "$tools"/g++-1*
provide_nvcc 11.8
printf '[ "$*" = -dumpfullversion ] && echo 12.2.0 || exec /usr/bin/g++ "$@"\n' | provide g++
refuses "a g++ too new for nvcc" "nvcc 11.8 accepts g++ 11 and older, and g++ is g++ 12.2.0: install the package g++-11"
printf 'exec /usr/bin/g++ "$@"\n' | provide g++-10
rm -f "$work/nvcc.log"
call run
expect_code "an older g++ beside it serves nvcc" 0
case $(cat "$work/nvcc.log") in
    *"-ccbin $given/g++-10"*) ;;
    *) fail "an older g++ beside it serves nvcc" ;;
esac
device=CXX=g++
refuses "a g++ that was named and is too new for nvcc" "and g++ is g++ 12.2.0"
device=
rm "$given/g++" "$given/g++-10"
rm -r "$work/cuda/include/crt"

# Debian's nvcc does not quote folders and needs no -I.
provide nvcc <<EOF
case "\$*" in
    *--version*) echo "Cuda compilation tools, release 11.8, V11.8.89" ;;
    *--dryrun*) echo '#\$ LIBRARIES=  -L$work/cuda/lib64/stubs -L$work/cuda/lib64' ;;
esac
EOF
said=$(env -i PATH="$given:$tools" "$course/common/make/detect.sh" | sed 's/@@/\n/g')
expect "Debian's nvcc" "CUDA_LIB := $work/cuda/lib64
"
expect "Debian's nvcc" "CUDA_INCLUDE := 
"
provide_nvcc 14.0
refuses "nvcc too new for the emulator" "nvcc 14.0 is newer than the emulator knows"
echo 'exit 1' | provide nvcc
refuses "a broken nvcc" "does not answer to --version"
rm "$given/nvcc"
refuses "no nvcc" "nvcc was not found in PATH or /nowhere/bin: install the CUDA Toolkit 13"
device=NVCC=/not/there/nvcc
refuses "a wrong NVCC" "NVCC=/not/there/nvcc is not a program"
device=
# In a fresh clone there is no earlier build to fall back on.
mv "$course/build" "$work/built"
for goal in run run-02 02 programs-02 test build/simt; do
    call $goal
    expect "a fresh clone without nvcc, make $goal" "nvcc was not found"
    expect_not "a fresh clone without nvcc, make $goal" "No rule"
    expect_code "a fresh clone without nvcc, make $goal" 2
done
mv "$work/built" "$course/build"
provide_nvcc 13.0
mkdir -p "$work/elsewhere/bin"
mv "$given/nvcc" "$work/elsewhere/bin/nvcc"
cuda_home=$work/elsewhere
call doctor
expect "nvcc in CUDA_HOME is found" "nvcc       13.0 ($work/elsewhere/bin/nvcc)"
expect_code "nvcc in CUDA_HOME is found" 0
cuda_home=

# --- packages ----------------------------------------------------------------------------------------------------------

# A g++ that finds no package's headers.
without_packages() {
    fresh_machine
    provide g++ <<'EOF'
case "$*" in *" -E -x c++ -") exit 1 ;; *) exec /usr/bin/g++ "$@" ;; esac
EOF
}
all="doctest-dev libfmt-dev libcli11-dev nlohmann-json3-dev libzstd-dev liblz4-dev"

without_packages
call run
expect "no apt-get" "Missing: $all. This system has no apt-get"
expect_code "no apt-get" 2
call doctor
expect "doctor without apt-get" "to do      Missing: $all"
expect_code "doctor without apt-get" 2
echo 'exit 0' | provide apt-get
echo 'echo 1000' | provide id
call run
expect "neither root nor sudo" "You are not root and sudo is not there"
expect_code "neither root nor sudo" 2
printf 'echo "$@" >>%s/sudo.log\nexec "$@"\n' "$work" | provide sudo
# This apt-get installs by restoring the real g++.
provide apt-get <<EOF
[ "\$1" = update ] || rm "$given/g++"
EOF
call run
expect "the line is printed before it runs" "sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $all
"
expect "what was missing is installed, then all is built and run" "ladder 8"
expect_code "what was missing is installed" 0
grep -q "apt-get install" "$work/sudo.log" || fail "sudo runs it"
call run
[ "$said" = "ladder 8 " ] || fail "nothing is installed twice"

without_packages
echo 'echo "E: no network" >&2; exit 100' | provide apt-get
call run
expect "apt-get that fails is quoted" "E: no network"
expect_code "apt-get that fails" 2

fresh_machine
rm -f "$tools/clang-format"
said=$(cd "$course" && env -i PATH="$given:$tools" common/make/install.sh g++ --optional clang-format 2>&1)
code=$?
[ "$said" = "Going on without clang-format." ] || fail "an optional package is left out where there is no apt-get"
expect_code "an optional package is left out where there is no apt-get" 0
call doctor
expect "doctor names a missing optional package" "missing: clang-format"
expect_code "doctor does not insist on an optional package" 0

without_packages
provide_gpu "NVIDIA H200, 9.0, 580.65.06"
call run
expect "on a GPU a ladder needs no package" "ladder 8"
expect_code "on a GPU a ladder needs no package" 0
call bench
[ -d "$course/chapters/02-first/results" ] || fail "bench makes the folder of its results"
expect "bench measures into the GPU's file" "ladder 8 --bench"
mkdir -p "$course/chapters/02-first/programs/measuring"
echo 'int main(int, char** argv) { return *argv[1] == *"--csv" ? 0 : 1; }' >"$course/chapters/02-first/programs/measuring/clocks.cu"
call bench
[ -e "$course/chapters/02-first/results/clocks/h200.csv" ] || fail "bench runs the small programs that measure"

# Kernels that are chosen when a program starts are compiled for the instruction set in their name, whatever this CPU runs.
if [ "$(uname -m)" = x86_64 ]; then
    mkdir -p "$course/common/baseline/shortcuts"
    echo 'int chosen;' >"$course/common/baseline/shortcuts/isa_avx512.cpp"
    for isa in generic avx2 avx512; do
        call -n V=1 CPU_ISA=$isa build/obj/common/baseline/shortcuts/isa_avx512.cpp.o
        expect "isa_avx512.cpp on a CPU with $isa" "-mavx512f"
    done
fi

# In the course itself, since the imitated one has no site.
for goal in site serve test-browser bench-site; do
    make -n $goal 2>/dev/null | grep -q 'install\.sh.* python3-sphinx' || fail "make $goal installs what the site needs"
done

[ "$failures" = 0 ] || { echo "$failures checks failed"; exit 1; }
