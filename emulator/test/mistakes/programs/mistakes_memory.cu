// Indices and memory.
#include "emulator/test/mistakes/mistakes.hpp"

#define MISTAKE missing_guard
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE off_by_one
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE left_neighbour_of_the_first
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE rows_for_columns
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE unsigned_below_zero
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE index_overflows
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE misaligned_float4
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE float4_past_the_end
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE constant_index_too_large
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE local_array_too_small
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE accumulator_not_cleared
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE size_of_the_pointer
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE elements_for_bytes_in_malloc
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE elements_for_bytes_in_a_copy
#include "emulator/test/mistakes/twice.hpp"

int main(int argc, char** argv) { return mistakes::run(argc, argv); }
