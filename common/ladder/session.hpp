// One ladder at the sizes that the arguments ask for: selects what runs where, and collects the results for its
// reports.
#pragma once

#include <functional>
#include <vector>

#include "common/ladder/measure.hpp"
#include "common/ladder/options.hpp"
#include "common/ladder/result.hpp"

namespace ladder {

class Session {
  public:
    // `versions`: those of the problem's versions that are to run.
    Session(const Problem& problem, std::vector<Version> versions, const Options& options,
            const Machine& machine);

    // The versions at one size, --size or the problem's own.
    Result ladder() const;

    // Everything at all sizes of the lesson, printed as it is measured. Versions that take long on the CPU run only
    // at the smaller sizes, and not for ladders on request. Calls `done` after every size with all results so far, so
    // that they are kept if a later size fails.
    std::vector<Result> bench(const std::function<void(const std::vector<Result>&)>& done) const;

    // The counts for the tables of a lesson, on the emulator. Throws std::runtime_error if a version fails.
    Result counts(bool loops) const;

  private:
    enum class Parts { All, Device, Cpu };
    // `part` is for the progress line (Plan).
    Result run(const Size& size, bool loops, Parts parts, const std::string& part = "") const;
    Parts parts_wanted() const;

    const Problem& problem_;
    std::vector<Version> versions_;
    const Options& options_;
    Machine machine_;
    Plan plan_;
};

}  // namespace ladder
