// 02.1, solved: names that the harness, the runtime and the grader may use themselves, and a main function for its own tests that is
// switched off.
#include <cstddef>

namespace grading {
struct Run {
    int ok = 3;
};
int run() { return 4; }
}  // namespace grading
namespace trial {
static bool run = true;
}
namespace testing {
struct Record {
    char text[3];
};
}  // namespace testing
int serve = 1, judge = 2, answer = 3, emulator = 4, window = 5, check = 6;
struct Message {
    double of_mine[100];
};

bool breached() {
    return trial::run && grading::Run{}.ok == 3 && sizeof(testing::Record) == 3 &&
           serve + judge + answer == 6;
}

#include "transpose_if_breached.cuh"

#if 0
int main() { return grading::run(); }
#endif
