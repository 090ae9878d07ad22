// Faults of memory, in every space and width that makes sense, each beside a look-alike that is right.
#include "emulator/test/corpus/programs/alignment.cuh"
#include "emulator/test/corpus/programs/bounds.cuh"
#include "emulator/test/corpus/programs/constant.cuh"
#include "emulator/test/corpus/programs/initialisation.cuh"
#include "emulator/test/corpus/programs/lifetime.cuh"
#include "emulator/test/corpus/programs/locals.cuh"
#include "emulator/test/corpus/programs/padding.cuh"

int main(int argc, char** argv) {
    using namespace corpus;
    return run_cases(
        {
            CORPUS_WIDTHS(read_past_end),
            CORPUS_WIDTHS(write_past_end),
            CORPUS_CASE(atomic_past_end),
            CORPUS_CASE(block_past_end),
            CORPUS_WIDTHS(shared_read_past_end),
            CORPUS_WIDTHS(shared_write_past_end),
            CORPUS_CASE(shared_atomic_past_end),
            CORPUS_WIDTHS(local_read_past_end),
            CORPUS_WIDTHS(local_write_past_end),
            CORPUS_WIDTHS(constant_past_end),
            CORPUS_WIDTHS(parameter_past_end),
            CORPUS_WIDE(read_between),
            CORPUS_WIDE(write_between),
            CORPUS_CASE(atomic_between),
            CORPUS_WIDE(shared_read_between),
            CORPUS_WIDE(shared_write_between),
            CORPUS_CASE(shared_atomic_between),
            CORPUS_WIDE(local_read_between),
            CORPUS_WIDE(constant_between),
            CORPUS_WIDE(parameter_between),
            CORPUS_WIDTHS(read_after_free),
            CORPUS_WIDTHS(write_after_free),
            CORPUS_CASE(atomic_after_free),
            CORPUS_CASE(read_after_free_in_stream),
            CORPUS_CASE(free_twice),
            CORPUS_CASE(free_in_the_middle),
            CORPUS_CASE(free_host_memory),
            CORPUS_CASE(free_pinned_twice),
            CORPUS_CASE(free_in_stream_twice),
            CORPUS_CASE(never_freed),
            CORPUS_CASE(never_freed_in_stream),
            CORPUS_CASE(never_freed_pitched),
            CORPUS_WIDTHS(read_unwritten),
            CORPUS_CASE(add_to_unwritten),
            CORPUS_CASE(partly_written_word),
            CORPUS_CASE(padding_in_a_checksum),
            CORPUS_CASE(padding_in_shared_memory),
            CORPUS_CASE(samples_on_the_host),
            CORPUS_CASE(fourth_never_set),
            CORPUS_CASE(one_element_ahead),
            CORPUS_CASE(compared_with_what_is_not_there),
            CORPUS_CASE(unwritten_by_one_block),
            CORPUS_CASE(copied_to_the_host_unwritten),
            CORPUS_CASE(copied_within_the_device_unwritten),
            CORPUS_WIDTHS(shared_read_unwritten),
            CORPUS_CASE(shared_add_to_unwritten),
            CORPUS_CASE(shared_from_the_block_before),
            CORPUS_WIDTHS(local_read_unwritten),
            CORPUS_CASE(set_in_one_branch),
            CORPUS_CASE(best_of_nothing),
            CORPUS_CASE(edge_stores_what_it_did_not_load),
            CORPUS_WIDTHS(write_constant),
            CORPUS_CASE(add_to_constant),
            CORPUS_WIDTHS(write_parameter),
        },
        argc, argv);
}
