// The checks of one launch: the state that its workers share, and the comparisons made when it ends.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "emulator/check/bounds/allocations.hpp"
#include "emulator/check/races/global_races.hpp"
#include "emulator/check/races/stream_races.hpp"

namespace simt::check {

// The plans that all launches of a kernel share. exec keeps them with the kernel's code.
std::shared_ptr<DefinednessPlans> make_plans(const Code& code);

struct LaunchToCheck {
    const Code& code;
    DefinednessPlans& plans;  // the code's
    memory::AddressSpace& space;
    const std::vector<u8>& parameters;
    Dim3 grid, block;
    Checks wanted;
    bool debug;           // the program was built with nvcc -G
    std::size_t workers;  // host threads
    bool one_table;  // all blocks share one table of accesses: one worker runs them, or there is one block
    const StreamPosition* position;  // nullptr: nothing can run beside the launch
};

class LaunchChecks {
  public:
    explicit LaunchChecks(const LaunchToCheck& launch);
    // cache: the worker's, indexed by op.
    void begin_worker(std::size_t k, WorkerChecks& worker, const AccessCache* cache);
    void stop();  // a block has failed
    // Call it after the last block: adds the races between blocks.
    void end(std::vector<RawFinding>& findings);
    // Races with other work that may run beside the launch. site: gives an op's place.
    std::vector<Finding> stream_races(const std::function<Site(u32)>& site);
    // A kernel that launches others, run by one worker: ends a part of its accesses (races/nested_launches.hpp) and returns
    // the part's number.
    u64 end_part(const std::function<Site(u32)>& site);

  private:
    void add_footprint(const std::function<Site(u32)>& site);

    LaunchToCheck launch_;
    Stamp stamp_;  // of the current part
    std::vector<Finding> stream_races_;
    WrittenArrays written_;
    std::unique_ptr<Footprint> footprint_;  // nullptr: not needed
    std::unique_ptr<GridAccesses> grid_;    // nullptr: one table for all blocks
    std::vector<WorkerRaces> races_;        // by worker; empty: no race is possible
};

}  // namespace simt::check
