// The host.
#include "emulator/test/mistakes/mistakes.hpp"

#define MISTAKE host_pointer_in_a_kernel
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE pointer_never_set
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE device_pointer_on_the_host
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE copy_in_the_wrong_direction
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE copy_with_swapped_arguments
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE use_after_free
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE double_free
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE free_inside_an_allocation
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE leak
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE block_too_large
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE square_block_too_large
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE no_block_at_all
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE too_much_shared_memory
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE grid_in_the_wrong_order
#include "emulator/test/mistakes/twice.hpp"
#define MISTAKE grid_rounded_down
#include "emulator/test/mistakes/twice.hpp"

int main(int argc, char** argv) { return mistakes::run(argc, argv); }
