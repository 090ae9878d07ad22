// Builds the objects that json.hpp describes.
#include "emulator/report/json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "emulator/report/counter_keys.hpp"
#include "emulator/report/pattern_words.hpp"

namespace simt::report {
namespace {

using Json = nlohmann::ordered_json;

// Each in the order of its enumeration.
constexpr const char* kStatuses[] = {
    "ok",     "illegal_address", "misaligned_address", "illegal_instruction", "invalid_pc", "trap",
    "assert", "timeout",         "unsupported",        "interrupted"};
constexpr const char* kSpaces[] = {"global", "shared", "local", "const", "param", "register", "none"};
constexpr const char* kFaults[] = {"out_of_bounds",
                                   "misaligned",
                                   "use_after_free",
                                   "uninitialised_read",
                                   "shared_race",
                                   "write_to_constant",
                                   "global_race",
                                   "shuffle_from_absent_lane",
                                   "mask_without_caller",
                                   "mask_of_absent_lanes",
                                   "divergent_barrier",
                                   "barrier_count",
                                   "warps_at_two_barriers",
                                   "skipped_barrier",
                                   "grid_barrier",
                                   "deadlock",
                                   "endless_wait",
                                   "runaway",
                                   "stale_fetch",
                                   "no_peer_access",
                                   "launch_race"};
static_assert(std::size(kStatuses) == static_cast<int>(exec::Status::Interrupted) + 1);
static_assert(std::size(kSpaces) == static_cast<int>(check::Space::None) + 1);
static_assert(std::size(kFaults) == static_cast<int>(check::Fault::LaunchRace) + 1);

template <std::size_t kCount, class Enum>
const char* name_in(const char* const (&names)[kCount], Enum value) {
    return names[static_cast<std::size_t>(value)];
}

Json to_json(const Dim3& value) { return Json::array({value.x, value.y, value.z}); }

Json to_json(const check::Access& access) {
    Json json = {{"kernel", access.site.kernel},
                 {"file", access.site.file},
                 {"line", access.site.line},
                 {"ptx_line", access.site.ptx_line},
                 {"instruction", access.site.instruction},
                 {"block", to_json(access.block)},
                 {"thread", to_json(access.thread)},
                 {"write", access.write},
                 {"atomic", access.atomic}};
    if (access.site.device >= 0) json["device"] = access.site.device;
    return json;
}

Json to_json(const check::Finding& finding) {
    Json json = {{"fault", name_in(kFaults, finding.fault)},
                 {"space", name_in(kSpaces, finding.space)},
                 {"address", fmt::format("{:#x}", finding.address)},
                 {"width", finding.width},
                 {"access", to_json(finding.access)}};
    if (finding.has_other) json["other"] = to_json(finding.other);
    if (!finding.allocation.empty()) {
        json["allocation"] = finding.allocation;
        json["offset"] = finding.offset;
    }
    if (finding.allocation_size != 0) json["allocation_size"] = finding.allocation_size;
    if (finding.missing != 0 && finding.missing < finding.width) json["missing"] = finding.missing;
    if (const check::Site& used = finding.used; finding.has_use)
        json["used"] = {{"file", used.file},
                        {"line", used.line},
                        {"ptx_line", used.ptx_line},
                        {"instruction", used.instruction}};
    if (const check::Site& by = finding.launcher; !by.kernel.empty())
        json["launched_by"] = {{"kernel", by.kernel}, {"file", by.file}, {"line", by.line}};
    json["times"] = finding.times;
    json["fatal"] = finding.fatal;
    return json;
}

// A line's memory instructions, each with its costliest pattern in words.
Json to_json(const cost::LineAccess& access) {
    const bool shared = is_shared(access.op_class);
    Json json = {{"instruction", access.instruction},
                 {"requests", access.requests},
                 {shared ? "wavefronts" : "sectors", access.units}};
    if (shared) json["bank_conflicts"] = access.conflicts;
    if (access.worst.mask != 0) json["worst"] = pattern_text(access.worst, shared);
    return json;
}

Json to_json(const cost::LineCounters& line) {
    Json json = {{"file", line.file}, {"line", line.line}};
    for (const auto& [name, value] : cost::kLineCounters) json[name] = line.*value;
    json["accesses"] = Json::array();
    for (const cost::LineAccess& access : line.accesses) json["accesses"].push_back(to_json(access));
    return json;
}

template <class T>
Json array_of(const std::vector<T>& elements) {
    Json array = Json::array();
    for (const T& element : elements) array.push_back(to_json(element));
    return array;
}

// Adds the keys' values; of: a launch or a model.
template <class Keys, class Counted>
void add_values(Json& json, const Keys& keys, const Counted& of) {
    for (const auto& key : keys) {
        const double value = key.value(of);
        json[key.name] = key.whole ? Json(static_cast<u64>(value)) : Json(value);
    }
}

// Replaces invalid bytes: a path in another encoding must not prevent writing the rest.
std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

const char* fault_name(check::Fault fault) { return name_in(kFaults, fault); }

std::string launch_json(const exec::Launch& launch) {
    Json json = {{"kernel", launch.kernel},
                 {"mangled", launch.mangled},
                 {"grid", to_json(launch.grid)},
                 {"block", to_json(launch.block)},
                 {"status", name_in(kStatuses, launch.status)}};
    if (launch.device >= 0) json["device"] = launch.device;
    if (const check::Site& by = launch.launcher; !by.kernel.empty())
        json["launched_by"] = {{"kernel", by.kernel}, {"file", by.file}, {"line", by.line}};
    if (launch.status != exec::Status::Ok) json["message"] = launch.message;
    if (!launch.unchecked.empty()) json["unchecked"] = launch.unchecked;
    for (const auto& [name, value] : cost::kCounters) json["counters"][name] = launch.counters.*value;
    add_values(json["counters"], figure_keys(), launch);
    for (const cost::ModelCounters& model : launch.models)
        add_values(json["models"][cost::name_of(model.model)], model_keys(), model);
    json["lines"] = array_of(launch.lines);
    json["findings"] = array_of(launch.findings);
    return text_of(json);
}

void write_json(std::ostream& out, std::string_view program, u64 count,
                const std::function<exec::Launch(u64)>& launch, const std::vector<check::Finding>& of_calls,
                std::string_view ended) {
    out << "{\"program\":" << text_of(program) << ",\"launches\":[";
    for (u64 k = 1; k <= count; ++k) out << (k == 1 ? "\n" : ",\n") << launch_json(launch(k));
    out << "\n],\"findings\":" << text_of(array_of(of_calls));
    if (!ended.empty()) out << ",\"ended\":" << text_of(ended);
    out << "}\n";
}

}  // namespace simt::report
