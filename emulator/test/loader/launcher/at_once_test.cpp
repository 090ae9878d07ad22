// Programs under the emulator that run at the same time do not touch each other: each prints and reports what it does alone.
#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "emulator/test/support/shell.hpp"

using namespace simt::testing;

namespace {

struct Streams {
    const TemporaryFile out{".out"}, err{".err"};
    std::string redirected(const std::string& command) const {
        return command + " >" + out.path() + " 2>" + err.path();
    }
};

}  // namespace

TEST_CASE("programs that run at once print and report what each does alone") {
    const std::string programs[] = {
        "build/simt --lines build/test/programs/computed_optimised",
        "build/simt build/test/programs/wrong_kernels past_the_end",
        "build/test/programs/computed_unoptimised",
    };
    std::vector<Ended> alone;
    for (const std::string& program : programs) alone.push_back(shell(program));
    CHECK(alone[0].err.find("sectors") != std::string::npos);
    CHECK(alone[1].err.find("out of bounds") != std::string::npos);

    constexpr std::size_t kTimes = 2;  // of each program
    std::vector<std::unique_ptr<Streams>> streams;
    std::string all;
    for (std::size_t k = 0; k < kTimes * std::size(programs); ++k) {
        streams.push_back(std::make_unique<Streams>());
        all += streams.back()->redirected(programs[k % std::size(programs)]) + " &\n";
    }
    shell(all + "wait");
    for (std::size_t k = 0; k < streams.size(); ++k) {
        CAPTURE(programs[k % std::size(programs)]);
        CHECK(streams[k]->out.text() == alone[k % std::size(programs)].out);
        CHECK(streams[k]->err.text() == alone[k % std::size(programs)].err);
    }
}
