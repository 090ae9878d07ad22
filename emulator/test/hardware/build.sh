#!/bin/sh
# Compiles a test program for a GPU: programs/copies.cu becomes build/hardware/copies.
# Usage: build.sh FILE.cu   (in the repository's root; needs nvcc)
set -eu
mkdir -p build/hardware
exec nvcc -std=c++17 -O3 -gencode arch=compute_90,code=[sm_90,compute_90] -lineinfo --cudart shared -I. \
    -o "build/hardware/$(basename "$1" .cu)" "$1"
