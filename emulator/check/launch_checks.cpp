// See launch_checks.hpp.
#include "emulator/check/launch_checks.hpp"

#include "emulator/check/definedness/definedness_plan.hpp"

namespace simt::check {

std::shared_ptr<DefinednessPlans> make_plans(const Code& code) {
    return std::make_shared<DefinednessPlans>(code);
}

LaunchChecks::LaunchChecks(const LaunchToCheck& launch)
    : launch_(launch),
      footprint_(launch.position == nullptr ? nullptr : std::make_unique<Footprint>()),
      races_(launch.code, launch.workers, launch.one_table,
             launch.wanted.races && launch.grid.count() * launch.block.count() > 1, footprint_.get()),
      written_(launch.code.write_targets, launch.parameters, launch.space) {}

void LaunchChecks::begin_worker(std::size_t k, WorkerChecks& worker, const AccessCache* cache) {
    worker.code = &launch_.code;
    worker.space = &launch_.space;
    worker.cache = cache;
    worker.wanted = launch_.wanted;
    worker.debug = launch_.debug;
    worker.written = launch_.wanted.races ? &written_ : nullptr;
    worker.plans = &launch_.plans;
    worker.races = races_.of_worker(k);
}

std::vector<Finding> LaunchChecks::stream_races(const std::function<Site(u32)>& site) {
    if (footprint_ == nullptr) return {};
    footprint_->set_shape(launch_.grid, launch_.block);
    for (const u32 op : footprint_->ops()) footprint_->describe(op, site(op));
    return launch_.position->races.add(launch_.position->stamp, std::move(footprint_),
                                       launch_.position->waited_for, launch_.space);
}

}  // namespace simt::check
