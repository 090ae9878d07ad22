# Imitates other machines, for the tests of the commands: a small checkout, with stand-ins for nvcc, nvidia-smi,
# apt-get, id and sudo in PATH. A test reads this file with "." in the repository's root, and calls make_tools,
# make_course and fresh_machine before its cases.
top=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tools=$work/tools   # the system's commands, except those that the cases provide
given=$work/given   # the stand-ins of the current case
course=$work/course
failures=0

# --- the stand-ins -----------------------------------------------------------------------------------------------------

make_tools() {
    mkdir -p "$tools" "$work/cuda/include" "$work/cuda/lib64"
    for folder in /bin /usr/bin; do
        ln -sf "$folder"/* "$tools" 2>/dev/null
    done
    rm -f "$tools/nvcc" "$tools/nvidia-smi" "$tools/apt-get" "$tools/sudo" "$tools/id"
    echo 'extern "C" void cuda_stand_in() {}' | g++ -shared -fPIC -x c++ - -Wl,-soname,libcudart.so.13 -o "$work/cuda/lib64/libcudart.so"
    cp "$work/cuda/lib64/libcudart.so" "$work/cuda/lib64/libcudart.so.13"
}

# provide NAME: makes a command of the script on standard input.
provide() {
    { echo '#!/bin/sh'; cat; } >"$given/$1"
    chmod +x "$given/$1"
}

# provide_nvcc VERSION: a stand-in that knows sm_75 to sm_120, logs its arguments, and compiles C++ sources with g++.
provide_nvcc() {
    provide nvcc <<EOF
case "\$*" in
    *--version*) echo "Cuda compilation tools, release $1, V$1.1" ;;
    *--list-gpu-code*) printf 'sm_%s\n' 75 80 86 89 90 100 120 ;;
    *--dryrun*) printf '%s\n' '#\$ TOP=$work/cuda' '#\$ INCLUDES="-I$work/cuda/include"  ' '#\$ LIBRARIES=  "-L$work/cuda/lib64/stubs" "-L$work/cuda/lib64"' ;;
    *)
        echo "\$*" >>$work/nvcc.log
        while [ \$# -gt 0 ]; do
            case \$1 in
                -MF) deps=\$2; shift ;;
                -o) out=\$2; shift ;;
                --dependency-target-name=*) depends=-MT\${1#*=} ;;
                *.cu) source=\$1 ;;
            esac
            shift
        done
        exec g++ -x c++ -D__global__= -I. \${deps:+-MMD -MP -MF} \${deps:-} \${depends:-} -c "\$source" -o "\$out" ;;
esac
EOF
}

provide_gpu() { printf 'echo "%s"\n' "$1" | provide nvidia-smi; }

# A machine with nvcc 13, all packages, root, and no GPU.
fresh_machine() {
    rm -rf "$given" "$work/nvcc.log"
    mkdir -p "$given"
    provide_nvcc 13.0
    echo 'echo 0' | provide id
}

# A checkout with one chapter, a header and the parts of an emulator that a program needs to start.
make_course() {
    mkdir -p "$course/emulator" "$course/common/cuda" "$course/chapters/02-first"
    cp -r "$top/Makefile" "$course"
    cp -r "$top/common/make" "$course/common/make"
    rm -f "$course"/common/make/*_test.sh
    echo 'extern "C" __attribute__((visibility("default"))) void cuda_stand_in() {}' >"$course/emulator/stand_in.cpp"
    echo 'inline int number() { return 7; }' >"$course/common/cuda/number.hpp"
    cat >"$course/chapters/02-first/main.cu" <<'EOF'
#include <cstdio>
#include "common/cuda/number.hpp"
int main(int argc, char** argv) {
    std::printf("ladder %d ", number());
    for (int k = 1; k < argc; ++k) std::printf("%s%s", k > 1 ? " " : "", argv[k]);
    std::printf("\n");
    return argc == 3;
}
EOF
}

# --- the checks --------------------------------------------------------------------------------------------------------

# call ARGUMENT...: runs make in the course as a learner would; sets $said and $code. $as is a command that runs it,
# for example as another user, and $as_script that command's last argument.
call() {
    said=$(cd "$course" && env -i PATH="$given:$tools" HOME="$work" CUDA_HOME="${cuda_home:-/nowhere}" ${extra_env:-} \
        ${as:-} ${as_script:+"$as_script" sh} make "$@" 2>&1)
    code=$?
}

fail() {
    failures=$((failures + 1))
    printf 'FAILED: %s\n%s\n(exit code %s)\n\n' "$1" "$said" "$code"
}
expect_code() { [ "$code" = "$2" ] || fail "$1: exit code $2 expected"; }
expect() { case $said in *"$2"*) ;; *) fail "$1: it should say \"$2\"" ;; esac; }
expect_not() { case $said in *"$2"*) fail "$1: it should not say \"$2\"" ;; esac; }

# refuses CASE SENTENCE: `make run` and `make doctor` print the sentence and fail with 2; `make` alone only prints it.
refuses() {
    for goal in run doctor; do
        call $goal $device
        expect "$1, make $goal" "$2"
        expect_code "$1, make $goal" 2
        expect_not "$1, make $goal" "nvcc chapters"
    done
    call $device
    expect "$1, make" "Problem:  "
    expect_code "$1, make" 0
}
