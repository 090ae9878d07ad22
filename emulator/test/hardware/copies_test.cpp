// The emulator against results/copies.txt: what an H200 made of tensor copies, bulk reductions, rare atomics and mbarriers
// (copies.sh), and what ncu counted for ldmatrix and stmatrix.
#include "emulator/test/hardware/measured.hpp"

using namespace simt::testing;

namespace {

const std::string kCopies = "build/test/programs/copies";

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

std::string run_alone(const std::string& name) {
    return shell("build/simt --quiet " + kCopies + " '" + name + "'").out;
}

}  // namespace

TEST_CASE(
    "copies, reductions and mbarriers leave the bits that they leave on an H200, and wrong ones end as "
    "there") {
    std::map<std::string, std::string> here;
    for (const std::string& line : lines_of(shell("build/simt --quiet " + kCopies).out))
        here[line.substr(0, line.find(':'))] = line;
    int compared = 0;
    for (const std::string& line : lines_of(text_of("emulator/test/hardware/results/copies.txt"))) {
        const std::size_t colon = line.find(':');
        if (line[0] == '#' || colon == std::string::npos || line.find("::") != std::string::npos) continue;
        const std::string name = line.substr(0, colon);
        CAPTURE(name);
        ++compared;
        if (line.ends_with("hangs"))
            CHECK(run_alone(name).starts_with(name + ": cudaError"));
        else if (line.find("cudaError") != std::string::npos)
            CHECK(run_alone(name) == line + "\n");
        else
            CHECK(here[name] == line);
    }
    CHECK(compared > 80);
}

TEST_CASE("ldmatrix and stmatrix cost what ncu counts for them") {
    const Emulated emulated = emulate(kCopies + " count");
    std::size_t launch = 0;
    for (const std::string& line : lines_of(text_of("emulator/test/hardware/results/copies.txt"))) {
        if (line.find("matrix,") == std::string::npos) continue;
        REQUIRE(launch < emulated.launches.size());
        const std::size_t last = line.rfind(','), before = line.rfind(',', last - 1);
        const auto& counters = emulated.launches[launch++].at("counters");
        CAPTURE(line);
        CHECK(counters.at("shared_load_wavefronts").get<int>() == std::stoi(line.substr(before + 1)));
        CHECK(counters.at("shared_store_wavefronts").get<int>() == std::stoi(line.substr(last + 1)));
    }
    CHECK(launch == 25);
}
