// The checks of one launch: what its workers share, and what is compared when it has ended.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "emulator/check/bounds/allocations.hpp"
#include "emulator/check/races/global_races.hpp"
#include "emulator/check/races/stream_races.hpp"

namespace simt::check {

// What the launches of a kernel share. exec keeps it with the kernel's code.
std::shared_ptr<DefinednessPlans> make_plans(const Code& code);

struct LaunchToCheck {
    const Code& code;
    DefinednessPlans& plans;  // the code's
    memory::AddressSpace& space;
    const std::vector<u8>& parameters;
    Dim3 grid, block;
    Checks wanted;
    bool debug;                      // the program was built with nvcc -G
    std::size_t workers;             // host threads
    bool one_table;                  // one worker runs several blocks at once, or there is but one block
    const StreamPosition* position;  // nullptr: nothing may run beside the launch
};

class LaunchChecks {
  public:
    explicit LaunchChecks(const LaunchToCheck& launch);
    // cache: by op, the worker's.
    void begin_worker(std::size_t k, WorkerChecks& worker, const AccessCache* cache);
    void stop();  // a block has failed
    // After the last block: adds the races between blocks.
    void end(std::vector<RawFinding>& findings);
    // Races with other work that may run beside the launch; site: of an op.
    std::vector<Finding> stream_races(const std::function<Site(u32)>& site);

  private:
    LaunchToCheck launch_;
    WrittenArrays written_;
    std::unique_ptr<Footprint> footprint_;  // nullptr: nobody wants it
    std::unique_ptr<GridAccesses> grid_;    // nullptr: one table for all blocks
    std::vector<WorkerRaces> races_;        // by worker; empty: there can be none
};

}  // namespace simt::check
