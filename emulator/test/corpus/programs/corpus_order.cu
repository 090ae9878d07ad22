// Faults of order: races between lanes, warps, blocks and launches, misused barriers, shuffles and votes, each beside a
// look-alike that is right.
#include "emulator/test/corpus/programs/barriers.cuh"
#include "emulator/test/corpus/programs/collectives.cuh"
#include "emulator/test/corpus/programs/races_global.cuh"
#include "emulator/test/corpus/programs/races_shared.cuh"
#include "emulator/test/corpus/programs/streams.cuh"

int main(int argc, char** argv) {
    using namespace corpus;
    return run_cases(
        {
            CORPUS_WIDTHS(shared_lanes_read_early),
            CORPUS_WIDTHS(shared_warps_read_early),
            CORPUS_WIDTHS(shared_lanes_overwrite),
            CORPUS_WIDTHS(shared_warps_overwrite),
            CORPUS_CASE(shared_lanes_of_two_tiles),
            CORPUS_CASE(shared_lanes_write_twice),
            CORPUS_CASE(shared_warps_write_twice),
            CORPUS_CASE(shared_lanes_add_early),
            CORPUS_CASE(shared_warps_add_late),
            CORPUS_CASE(shared_flag_of_everybody),
            CORPUS_WIDTHS(lanes_read_early),
            CORPUS_WIDTHS(warps_read_early),
            CORPUS_WIDTHS(blocks_read_early),
            CORPUS_CASE(blocks_overwrite),
            CORPUS_CASE(lanes_of_two_tiles),
            CORPUS_CASE(lanes_write_twice),
            CORPUS_CASE(warps_overwrite),
            CORPUS_CASE(blocks_write_twice),
            CORPUS_CASE(lanes_add_early),
            CORPUS_CASE(warps_add_late),
            CORPUS_CASE(blocks_add_early),
            CORPUS_CASE(flag_of_everybody),
            CORPUS_CASE(tiles_move_down),
            CORPUS_WIDTHS(streams_read_early),
            CORPUS_CASE(streams_add_early),
            CORPUS_CASE(event_before_the_work),
            CORPUS_CASE(default_stream_does_not_wait),
            CORPUS_CASE(waited_for_the_other),
            CORPUS_CASE(halves_that_overlap),
            CORPUS_CASE(counted_in_two_streams),
            CORPUS_CASE(copied_too_early),
            CORPUS_CASE(cleared_beside_the_work),
            CORPUS_CASE(barrier_in_a_branch),
            CORPUS_CASE(barrier_in_a_branch_of_a_warp),
            CORPUS_CASE(barriers_on_one_line),
            CORPUS_CASE(barrier_of_too_many),
            CORPUS_CASE(barrier_of_a_part_of_a_warp),
            CORPUS_CASE(barrier_nobody_arrives),
            CORPUS_CASE(warp_barrier_of_others),
            CORPUS_CASE(grid_barrier_of_some),
            CORPUS_CASE(shuffle_in_a_branch),
            CORPUS_CASE(shuffle_with_lanes_that_left),
            CORPUS_CASE(shuffle_from_an_absent_lane),
            CORPUS_CASE(shuffle_past_the_last),
            CORPUS_CASE(sum_of_some_lanes),
            CORPUS_CASE(shuffle_of_others),
            CORPUS_CASE(shuffle_with_two_masks),
            CORPUS_CASE(ballot_in_a_branch),
            CORPUS_CASE(vote_in_a_branch),
            CORPUS_CASE(match_in_a_branch),
            CORPUS_CASE(reduce_in_a_branch),
        },
        argc, argv);
}
