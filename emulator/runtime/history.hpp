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

    // Adds a finished launch; count() is then its number. Or one that has begun, for replace().
    void add(exec::Launch launch);
    // The record of launch `id`, once it has ended.
    void replace(u64 id, exec::Launch launch);

    u64 count() const { return entries_.size(); }
    u64 findings() const { return findings_; }  // every repetition counted

    // Launch `id`, 1 <= id <= count(), as it was added. Launches older than full_from() have lost their lines and
    // findings.
    exec::Launch launch(u64 id) const;
    u64 full_from() const { return full_from_; }
    // The same without a copy, and without lines and findings. Its id and time may be those of an equal earlier launch.
    const exec::Launch& summary(u64 id) const { return *entries_[id - 1].summary; }

  private:
    struct Details {
        std::vector<cost::LineCounters> lines;
        std::vector<check::Finding> findings;
    };
    struct Entry {
        // Without lines and findings. Equal launches share it, with the id and time of the first of them.
        std::shared_ptr<const exec::Launch> summary;
        std::shared_ptr<const Details> details;  // null in old entries
        double host_seconds;
    };

    static bool repeats(const Entry& entry, const exec::Launch& launch);

    std::vector<Entry> entries_;
    u64 full_from_ = 1;
    u64 findings_ = 0;
};

}  // namespace simt::runtime
