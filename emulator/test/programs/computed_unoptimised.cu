// The computations of this folder without any optimisation of the device code (NVCC_EXTRA in common/make/test_programs.mk): ../programs_test.cpp runs them.
#include "emulator/test/programs/computations.cuh"
#include "emulator/test/programs/language.cuh"

int main() {
    run_all(kComputations);
    run_all(kLanguage);
    return 0;
}
