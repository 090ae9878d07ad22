#!/bin/sh
# `make doctor`: what was found on this machine, the consequences, and what to do about missing parts.
#
# Usage: doctor.sh PACKAGE...   (in the repository's root, with what toolchain.mk exports in the environment)
#
# Exit code 2 if nothing can be built.
set -u
status=0

say() { printf '%-10s %s\n' "$1" "$2"; }
todo() { printf '%-10s %s\n' "to do" "$1"; status=2; }

compiler=$(${CXX:-g++} -dumpfullversion 2>/dev/null)
if [ -n "$compiler" ]; then
    say compiler "${CXX:-g++} $compiler"
else
    say compiler "none${CXX:+ ($CXX is no g++)}"
    CXX=g++  # looks for packages
fi
say nvcc "${NVCC_VERSION:-none}${NVCC_VERSION:+ ($NVCC_FOUND)}"
case ${NVCC_VERSION:-} in
    11.*) say toolkit "CUDA 11 runs the course, apart from three rows that the ladders of 03 and 05 list as skipped; findings name a line inside an inlined function without the call of it" ;;
    12.4) say toolkit "CUDA 12.4 runs the course" ;;
    12.*) say toolkit "CUDA $NVCC_VERSION was not tried; 12.4 and 13.0 run the course" ;;
esac
say GPU "${GPU_NAME:-none}${GPU_NAME:+, sm_$GPU_ARCH}"
[ -z "$GPU_NAME" ] || say driver "${DRIVER:-version unknown}"
missing=$(common/make/install.sh --list "$@")
if [ -n "$missing" ]; then say packages "missing: $missing"; else say packages "all there"; fi
advice=$(common/make/install.sh --check "$@" 2>&1) || todo "$advice"

[ -z "$PROBLEM" ] || todo "$PROBLEM"

# Only a test shows whether these compilers work together: nvcc refuses a g++ that is too new for it.
if [ -z "$PROBLEM" ] && [ -n "$compiler" ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    echo '__global__ void nothing() {}' >"$work/probe.cu"
    if "$NVCC_FOUND" ${NVCC_HOST:+-ccbin "$NVCC_HOST"} --cudart shared -c -o "$work/probe.o" "$work/probe.cu" >"$work/log" 2>&1; then
        say kernels "compile"
    else
        say kernels "do not compile"
        todo "nvcc says: $(grep -m1 -i error "$work/log" || head -n1 "$work/log") - name a g++ it accepts with make CXX=g++-12."
    fi
fi

if [ "$status" = 0 ]; then
    if [ "$BACKEND" = gpu ]; then
        say so "programs are built for the $BACKEND_TEXT and run on it"
    else
        say so "programs run on the emulator ($BACKEND_TEXT)"
    fi
    [ -z "$missing" ] || say next "make run and make test install the missing packages with apt-get"
fi
exit $status
