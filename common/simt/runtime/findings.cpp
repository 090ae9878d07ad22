// Findings as they come: printed once each, in the order of the launches; see findings.hpp.
#include "common/simt/runtime/findings.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "common/simt/report/text.hpp"
#include "common/simt/runtime/errors.hpp"
#include "common/simt/runtime/settings.hpp"

namespace simt::runtime {
namespace {

// The launcher learns of a finding at once, so that it knows even if the program is killed later.
void tell_launcher() {
    static bool told = false;
    if (told || settings().findings_fd < 0) return;
    told = true;
    [[maybe_unused]] const auto written = write(settings().findings_fd, "!", 1);
}

}  // namespace

void announce(const observe::Launch& launch) {
    if (!launch.findings.empty()) tell_launcher();
    if (!settings().quiet) {
        for (const auto& finding : launch.findings) {
            const std::string text = report::describe(finding);
            std::fwrite(text.data(), 1, text.size(), stderr);
            if (!text.ends_with('\n')) std::fputc('\n', stderr);
        }
    }
    const bool explained = std::any_of(launch.findings.begin(), launch.findings.end(),
                                       [](const observe::Finding& finding) { return finding.fatal; });
    if (launch.status != observe::Status::Ok && !explained)
        say(fmt::format("launch {} of {} ended early: {}", launch.id, launch.kernel, launch.message));
}

}  // namespace simt::runtime
