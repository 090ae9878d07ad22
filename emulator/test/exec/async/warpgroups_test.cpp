// Programs that multiply with wgmma what tensor copies brought.
#include <doctest/doctest.h>

#include "emulator/test/support/results.hpp"

using namespace simt::testing;

namespace {

const std::string kProgram = "emulator/test/programs/warpgroups.cu";

// A "warpgroups.cu:LINE " for the line marked with the word.
bool names_line(const Ended& ran, const std::string& word) {
    return ran.err.find("warpgroups.cu:" + marked_line(kProgram, word) + " ") != std::string::npos;
}

Ended run_products(const std::string& name) { return shell("build/test/programs/warpgroups " + name); }

}  // namespace

TEST_CASE("tiled products with wgmma are the host's, and nothing in them is reported") {
    check_results("warpgroups", 3);
}

TEST_CASE("a stage that is overwritten before wgmma has read it is reported") {
    const Ended ran = run_products("overwrites_early");
    CAPTURE(ran.err);
    CHECK(ran.err.find("simt: race: ") != std::string::npos);
    CHECK(names_line(ran, "multiplied"));
    CHECK(ran.err.find("fence.proxy.async") == std::string::npos);  // that would not help
}

TEST_CASE("stores that no fence.proxy.async makes visible to wgmma are reported") {
    const Ended ran = run_products("unfenced");
    CAPTURE(ran.err);
    CHECK(ran.err.find("simt: race: ") == 0);
    CHECK(names_line(ran, "stored"));
    CHECK(ran.err.find("Put fence.proxy.async") != std::string::npos);
    CHECK(ran.err.find("does wgmma see") != std::string::npos);
}
