// Copies and barriers that work behind a thread's back, as a program writes them; and what else few programs use.
// ../asynchronous_test.cpp runs it; on a GPU it prints the same. With an argument it runs what goes wrong under that name.
#include "emulator/test/programs/asynchronous_bulk.cuh"
#include "emulator/test/programs/asynchronous_groups.cuh"
#include "emulator/test/programs/asynchronous_rare.cuh"
#include "emulator/test/programs/asynchronous_wrong.cuh"

namespace {

const Computation kAsynchronous[] = {{"barriers", barriers},
                                     {"producers_and_consumers", producers_and_consumers},
                                     {"drops", drops},
                                     {"memcpy_async_of_every_size", memcpy_async_of_every_size},
                                     {"pipelines", pipelines},
                                     {"bulk_copies", bulk_copies},
                                     {"tensor_copies", tensor_copies},
                                     {"rare_atomics", rare_atomics},
                                     {"matrices", matrices},
                                     {"clusters", clusters}};

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1) {
        run_wrong(argv[1]);
        return 0;
    }
    run_all(kAsynchronous);
    return 0;
}
