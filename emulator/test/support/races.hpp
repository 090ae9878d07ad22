// For tests of the race checker: runs a body and checks that it reports races and nothing else.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

namespace simt::exec {

// Runs the body and returns its findings; all must be of this kind.
inline std::vector<check::Finding> findings_of(const std::string& body, const Setup& setup,
                                               check::Fault kind) {
    const exec::Launch launch = run(body, setup).launch;
    CHECK(launch.status == exec::Status::Ok);
    for (const check::Finding& finding : launch.findings) CHECK(finding.fault == kind);
    return launch.findings;
}

// For races in global memory: `out` and `in` have 4096 words each, which count as written. Four blocks of 64 threads
// unless the test says otherwise.
const Setup kFourBlocks{.grid = {4}, .block = {64}};
const Setup kOneBlock{.grid = {1}, .block = {64}};
const Setup kOneWarp{.grid = {1}, .block = {32}};

inline std::vector<check::Finding> global_races(const std::string& body, Setup setup = kFourBlocks) {
    setup.words = 4096;
    setup.in = std::vector<u32>(4096);
    return findings_of(body, setup, check::Fault::GlobalRace);
}
inline bool is_clean(const std::string& body, const Setup& setup = kFourBlocks) {
    return global_races(body, setup).empty();
}
inline bool is_race(const std::string& body, const Setup& setup = kFourBlocks) {
    return !is_clean(body, setup);
}

// %rd1: the address of word %r1 of out.
const std::string kWord = "mad.wide.u32 %rd1, %r1, 4, %out;\n";
const std::string kThread0 = "setp.ne.u32 %p9, %t, 0;\n@%p9 bra DONE;\n";

}  // namespace simt::exec
