// The computations of this folder without any optimisation of the device code (NVCC_EXTRA in common/make/exec.mk): ../programs_test.cpp runs them.
#include "common/simt/exec/programs/computations.cuh"
#include "common/simt/exec/programs/language.cuh"

int main() {
    run_all(kComputations);
    run_all(kLanguage);
    return 0;
}
