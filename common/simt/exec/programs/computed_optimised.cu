// The computations of this folder as nvcc -O3 makes them: ../programs_test.cpp runs them.
#include "common/simt/exec/programs/computations.cuh"
#include "common/simt/exec/programs/language.cuh"

int main() {
    run_all(kComputations);
    run_all(kLanguage);
    return 0;
}
