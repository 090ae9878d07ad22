// Barriers and shared memory.
#include "emulator/test/mistakes/mistakes.hpp"

#define MISTAKE no_barrier_after_store
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE no_barrier_before_overwriting
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE tiles_read_too_early
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE tiles_overwritten_too_early
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE no_barrier_in_a_reduction
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE double_buffer_too_early
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE read_and_write_in_one_statement
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE shared_counter_not_atomic
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE copy_without_wait
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE barrier_of_some_threads
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE barrier_in_a_branch
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE barrier_in_a_branch_of_a_warp
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE two_barriers_for_one
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE early_return_before_loading
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE shared_not_cleared
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE shared_array_too_small
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE dynamic_shared_not_requested
#include "emulator/test/mistakes/twice.hpp"

int main(int argc, char** argv) { return mistakes::run(argc, argv); }
