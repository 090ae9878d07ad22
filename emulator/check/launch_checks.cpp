// See launch_checks.hpp.
#include "emulator/check/launch_checks.hpp"

#include <algorithm>

#include "emulator/check/definedness/definedness_plan.hpp"

namespace simt::check {

std::shared_ptr<DefinednessPlans> make_plans(const Code& code) {
    return std::make_shared<DefinednessPlans>(code);
}

LaunchChecks::LaunchChecks(const LaunchToCheck& launch)
    : launch_(launch), written_(launch.code.write_targets, launch.parameters, launch.space) {
    const Code& code = launch.code;
    const bool possible = launch.wanted.races && launch.grid.count() * launch.block.count() > 1 &&
                          (code.writes_global || code.has_shared_flags());
    if (launch.position != nullptr) {
        footprint_ = std::make_unique<Footprint>();
        stamp_ = launch.position->stamp;
        stamp_.nested.part = 1;
    }
    if (!possible && footprint_ == nullptr) return;
    races_.resize(launch.workers);
    if (!launch.one_table) grid_ = std::make_unique<GridAccesses>(code.global_unit);
    for (WorkerRaces& worker : races_) {
        worker.grid = grid_.get();
        if (grid_ == nullptr) worker.table = std::make_unique<AccessTable>(code.global_unit, false);
        if (grid_ == nullptr && code.watches_blocks) worker.space.keep_reads();
        if (footprint_ != nullptr) worker.footprint = std::make_unique<Footprint>();
    }
}

void LaunchChecks::begin_worker(std::size_t k, WorkerChecks& worker, const AccessCache* cache) {
    worker.code = &launch_.code;
    worker.space = &launch_.space;
    worker.cache = cache;
    worker.wanted = launch_.wanted;
    worker.debug = launch_.debug;
    worker.written = launch_.wanted.races ? &written_ : nullptr;
    worker.plans = &launch_.plans;
    worker.races = races_.empty() ? nullptr : &races_[k];
}

void LaunchChecks::stop() {
    if (grid_ != nullptr) grid_->stop();
}

void LaunchChecks::end(std::vector<RawFinding>& findings) {
    for (const WorkerRaces& worker : races_)
        if (worker.footprint != nullptr) footprint_->merge(*worker.footprint);
    if (grid_ == nullptr) return;
    for (RawFinding race : grid_->races()) {
        const Op& op = launch_.code.ops[race.access.op];
        race.width = op.width * std::max<u32>(op.count, 1);
        race.across_blocks = true;
        race.in_warps = false;
        findings.push_back(race);
    }
}

void LaunchChecks::add_footprint(const std::function<Site(u32)>& site) {
    footprint_->set_shape(launch_.grid, launch_.block);
    for (const u32 op : footprint_->ops()) footprint_->describe(op, site(op));
    for (Finding& race : launch_.position->races.add(stamp_, std::move(footprint_),
                                                     launch_.position->waited_for, launch_.space))
        stream_races_.push_back(std::move(race));
}

std::vector<Finding> LaunchChecks::stream_races(const std::function<Site(u32)>& site) {
    if (footprint_ != nullptr) add_footprint(site);
    return std::move(stream_races_);
}

u64 LaunchChecks::end_part(const std::function<Site(u32)>& site) {
    if (footprint_ == nullptr) return 0;
    std::unique_ptr<Footprint>& current = races_.front().footprint;
    if (current->size() == 0) return stamp_.nested.part - 1;
    footprint_->merge(*current);
    add_footprint(site);
    footprint_ = std::make_unique<Footprint>();
    current = std::make_unique<Footprint>();
    return stamp_.nested.part++;
}

}  // namespace simt::check
