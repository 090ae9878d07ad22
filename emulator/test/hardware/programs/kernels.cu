// Kernels of real programs at awkward sizes, for the emulator to be held to what a GPU answers and counts: one line a launch,
// "kernel,size,digest". kernels.sh runs this on a GPU under ncu, kernels_test.cpp on the emulator.
#include "emulator/test/hardware/programs/contraction.cuh"
#include "emulator/test/hardware/programs/control.cuh"
#include "emulator/test/hardware/programs/images.cuh"
#include "emulator/test/hardware/programs/matrices.cuh"
#include "emulator/test/hardware/programs/reductions.cuh"
#include "emulator/test/hardware/programs/vectors.cuh"
#include "emulator/test/hardware/programs/warps.cuh"

// kernels                   runs them all
// kernels sparse_requests   see print_sparse_requests()
int main(int argc, char**) {
    using namespace kernels;
    try {
        if (argc > 1) {
            print_sparse_requests();
            return 0;
        }
        run_vectors();
        run_transposes();
        run_products();
        run_sparse();
        run_small_matrices();
        run_rows();
        run_pictures();
        run_sums();
        run_scans();
        run_sorts();
        run_loops();
        run_graphs();
        run_warps();
        run_shared_patterns();
        run_halves();
        run_pointers();
        run_contractions();
    } catch (const gpu::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
