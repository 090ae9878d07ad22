// One ladder at the sizes that the arguments ask for: what to run where, and what its reports are made of.
#pragma once

#include <functional>
#include <vector>

#include "common/ladder/measure.hpp"
#include "common/ladder/options.hpp"
#include "common/ladder/result.hpp"

namespace ladder {

class Session {
  public:
    // `versions` are those of the problem's that are to run.
    Session(const Problem& problem, std::vector<Version> versions, const Options& options,
            const Machine& machine);

    // The versions at one size, --size or the problem's own.
    Result ladder() const;

    // Everything at all sizes of the lesson, printed as it comes; what takes long on the CPU only at the smaller ones, and not
    // for ladders on request. After every size `done` gets what there is so far, so that it is kept should a later size fail.
    std::vector<Result> bench(const std::function<void(const std::vector<Result>&)>& done) const;

    // The counts for the tables of a lesson, on the emulator. Throws std::runtime_error where a version is not ok.
    Result counts(bool loops) const;

  private:
    enum class Parts { All, Device, Cpu };
    Result run(const Size& size, bool loops, Parts parts) const;
    Parts parts_wanted() const;

    const Problem& problem_;
    std::vector<Version> versions_;
    const Options& options_;
    Machine machine_;
    Plan plan_;
};

}  // namespace ladder
