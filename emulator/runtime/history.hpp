// The launches since the program began, in bounded memory. Equal launches of a loop share their records. The newest
// kFullRecords launches keep everything, older ones only their counters.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "emulator/cost/counters.hpp"
#include "emulator/exec/launch_record.hpp"

namespace simt::runtime {

class History {
  public:
    static constexpr std::size_t kFullRecords = 16384;  // some kilobytes each

    // Adds a finished launch; count() is then its number.
    void add(exec::Launch launch);

    u64 count() const { return entries_.size(); }
    u64 findings() const { return findings_; }  // every repetition counted

    // Launch `id`, 1 <= id <= count(), as it was added. Launches older than full_from() have no lines and no
    // findings.
    exec::Launch launch(u64 id) const;
    u64 full_from() const { return full_from_; }
    // The launch without lines and findings, not copied. Its id and time may be those of an equal earlier launch.
    const exec::Launch& summary(u64 id) const { return *entries_[id - 1].summary; }

  private:
    struct Details {
        std::vector<cost::LineCounters> lines;
        std::vector<check::Finding> findings;
    };
    struct Entry {
        std::shared_ptr<const exec::Launch>
            summary;  // no lines, no findings; id and time of the first such launch
        std::shared_ptr<const Details> details;  // null in old entries
        double host_seconds;
    };

    static bool repeats(const Entry& entry, const exec::Launch& launch);

    std::vector<Entry> entries_;
    u64 full_from_ = 1;
    u64 findings_ = 0;
};

}  // namespace simt::runtime
