// The lesson's programs as a learner meets them: their output, and their messages for invalid arguments.
#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "common/testing/lesson_program.hpp"
#include "common/testing/temporary_folder.hpp"

using lesson::Ending;
using lesson::refuses;
using lesson::run_built;

TEST_CASE("the clever loop: right by luck where lanes run in step, wrong where they do not, a race in both") {
    const Ending in_step = run_built("03/clever");
    CHECK(in_step.prints("with_volatile    512963 of 512963, right   and a race"));
    CHECK(in_step.prints("with_syncwarp    512963 of 512963, right   and no race"));
    CHECK(in_step.reports("simt: race: two threads use one place in shared memory"));
    const Ending ahead = run_built("03/clever", "--schedule=random --seed=1");
    CHECK_FALSE(ahead.prints("with_volatile    512963 of 512963, right"));
    CHECK(ahead.prints("with_syncwarp    512963 of 512963, right   and no race"));
    for (const Ending& ending : {in_step, ahead})
        CHECK(ending.prints("clever            92022 of 512963, wrong   and a race"));
}

TEST_CASE("back_to_back checks every rung's sums, counts its launches, and has no time on the emulator") {
    const Ending shown = run_built("03/back_to_back", "--error-exitcode 77");
    CHECK(shown.exit_code == 0);
    CHECK(shown.prints("  register_blocked                6 launches, and the sums are right\n"));
    CHECK(shown.prints("  overlapped                      3 launches, and the sums are right\n"));
    CHECK(shown.prints("the emulator has no time"));
    refuses("03/back_to_back --csv", "--csv measures time, and the emulator has none");
    refuses("03/back_to_back --from", "it takes nothing, or --csv, or --from FILE");
    CHECK(run_built("03/back_to_back --from nowhere.csv", "--quiet").prints("Not measured yet"));
}

TEST_CASE("back_to_back makes its tables of a CSV, a column for each size") {
    const testing::TemporaryFolder folder;
    const std::string file = folder / "measured.csv";
    std::ofstream(file) << "device,date,mode,size,rung,us,share\n"
                           "A GPU,2026-01-02,called,64,cub,4,1\n"
                           "A GPU,2026-01-02,called,64,overlapped,2,2\n"
                           "A GPU,2026-01-02,called,128,cub,6,1\n"
                           "A GPU,2026-01-02,called,128,overlapped,5,1.2\n"
                           "A GPU,2026-01-02,queued,64,cub,3,1\n"
                           "A GPU,2026-01-02,queued,64,overlapped,1,3\n";
    const Ending shown = run_built("03/back_to_back --from " + file, "--quiet");
    CHECK(
        shown.prints("as called         64       128\n"
                     "cub         4 (1.00)  6 (1.00)\n"
                     "overlapped  2 (2.00)  5 (1.20)\n"));
    CHECK(shown.prints("overlapped  1 (3.00)\n"));
    CHECK(shown.prints("A GPU, 2026-01-02."));
}

TEST_CASE("the chapter's program knows its types and operators by name, and no others") {
    const Ending own = run_built("03-reduction --ladder own --size 1001 --skip-cpu", "--error-exitcode 77");
    CHECK(own.exit_code == 0);
    CHECK(own.prints("03-reduction, own, 1001"));
    const Ending none =
        run_built("03-reduction --ladder int64-max --size 0 --skip-cpu", "--error-exitcode 77");
    CHECK((none.exit_code == 0 || none.exit_code == 2));
    refuses("03-reduction --ladder int64-average",
            "there is no ladder 'int64-average'; there are: float, int32");
    refuses("03/rounds 1000", "a power of two from 32 to 1024");
    refuses("03/order 0", "how many numbers to add, from 1");
}
