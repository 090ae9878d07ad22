// Faults that were written without looking at the checker: what does it find of bugs that it was not made for? Compare with
// the corpus beside it, whose cases are chosen to fill a table.
#include "emulator/test/corpus/programs/blind_memory.cuh"
#include "emulator/test/corpus/programs/blind_order.cuh"

int main(int argc, char** argv) {
    using namespace corpus;
    return run_cases(
        {
            CORPUS_CASE(box_blur),         CORPUS_CASE(pitched_image),     CORPUS_CASE(sparse_product),
            CORPUS_CASE(normalised_rows),  CORPUS_CASE(column_sums),       CORPUS_CASE(weights_of_layers),
            CORPUS_CASE(copied_image),     CORPUS_CASE(resized_row),       CORPUS_CASE(best_four),
            CORPUS_CASE(halo_of_the_tile), CORPUS_CASE(count_positive),    CORPUS_CASE(missing_halo),
            CORPUS_CASE(constant_filter),  CORPUS_CASE(forgotten_scratch), CORPUS_CASE(tile_product),
            CORPUS_CASE(scan_in_place),    CORPUS_CASE(histogram),         CORPUS_CASE(sum_in_one_pass),
            CORPUS_CASE(last_warp),        CORPUS_CASE(sum_with_shuffles), CORPUS_CASE(barrier_in_a_loop),
            CORPUS_CASE(life_in_place),    CORPUS_CASE(two_streams),
        },
        argc, argv);
}
