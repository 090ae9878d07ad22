// Warps and blocks.
#include "emulator/test/mistakes/mistakes.hpp"

#define MISTAKE warp_synchronous
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE shuffle_with_a_wrong_mask
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE shuffle_in_a_branch
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE shuffle_after_early_return
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE neighbours_in_place
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE barrier_for_the_whole_grid
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE counter_not_atomic
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE one_result_of_all_threads
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE lock_without_fence
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE lock_never_released
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE loop_without_end
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE streams_without_order
#include "emulator/test/mistakes/twice.hpp"

int main(int argc, char** argv) { return mistakes::run(argc, argv); }
