// Bugs that real programs have had, each beside a look-alike that is right.
#include "emulator/test/corpus/programs/classics_memory.cuh"
#include "emulator/test/corpus/programs/classics_order.cuh"
#include "emulator/test/corpus/programs/shared_flags.cuh"

int main(int argc, char** argv) {
    using namespace corpus;
    return run_cases(
        {
            CORPUS_CASE(left_edge),
            CORPUS_CASE(rows_for_columns),
            CORPUS_CASE(index_past_two_billion),
            CORPUS_CASE(elements_for_bytes),
            CORPUS_CASE(columns_from_one),
            CORPUS_CASE(floats_for_bytes_of_tile),
            CORPUS_CASE(one_bin_too_few),
            CORPUS_CASE(odd_start_of_vectors),
            CORPUS_CASE(floats_behind_flags),
            CORPUS_CASE(cleared_by_count),
            CORPUS_CASE(edge_of_a_tile),
            CORPUS_CASE(lookup_with_256),
            CORPUS_CASE(freed_in_the_loop),
            CORPUS_CASE(no_barrier_after_loading),
            CORPUS_CASE(no_barrier_before_overwriting),
            CORPUS_CASE(double_buffer),
            CORPUS_CASE(shared_histogram),
            CORPUS_CASE(place_in_a_list),
            CORPUS_CASE(flag_without_fence),
            CORPUS_CASE(sums_of_clusters),
            CORPUS_CASE(volatile_counter),
            CORPUS_CASE(stencil_in_place),
            CORPUS_CASE(copy_not_waited_for),
            CORPUS_CASE(copy_of_another_thread),
            CORPUS_CASE(bitonic_steps),
            CORPUS_CASE(shared_flag_without_fence),
            CORPUS_CASE(shared_flag_is_plain),
            CORPUS_CASE(shared_count_without_fence),
            CORPUS_CASE(shared_release_is_relaxed),
            CORPUS_CASE(shared_ring_overrun),
            CORPUS_CASE(shared_lock_without_fence),
            CORPUS_CASE(shared_maximum_read_early),
            CORPUS_CASE(volatile_in_step),
            CORPUS_CASE(tile_of_two_warps),
        },
        argc, argv);
}
