// Builds the objects that json.hpp describes.
#include "emulator/report/json.hpp"
#include "emulator/exec/launch_record.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "emulator/report/counter_keys.hpp"
#include "emulator/report/pattern_words.hpp"

namespace simt::report {
namespace {

using Json = nlohmann::ordered_json;

const char* name_of(exec::Status status) {
    switch (status) {
        case exec::Status::Ok:
            return "ok";
        case exec::Status::IllegalAddress:
            return "illegal_address";
        case exec::Status::MisalignedAddress:
            return "misaligned_address";
        case exec::Status::IllegalInstruction:
            return "illegal_instruction";
        case exec::Status::InvalidPc:
            return "invalid_pc";
        case exec::Status::Trap:
            return "trap";
        case exec::Status::Assert:
            return "assert";
        case exec::Status::Timeout:
            return "timeout";
        case exec::Status::Unsupported:
            return "unsupported";
    }
    return "unknown";
}

const char* name_of(check::Fault fault) {
    switch (fault) {
        case check::Fault::OutOfBounds:
            return "out_of_bounds";
        case check::Fault::Misaligned:
            return "misaligned";
        case check::Fault::UseAfterFree:
            return "use_after_free";
        case check::Fault::UninitialisedRead:
            return "uninitialised_read";
        case check::Fault::SharedRace:
            return "shared_race";
        case check::Fault::WriteToConstant:
            return "write_to_constant";
        case check::Fault::GlobalRace:
            return "global_race";
        case check::Fault::AbsentLaneRead:
            return "shuffle_from_absent_lane";
        case check::Fault::MaskWithoutCaller:
            return "mask_without_caller";
        case check::Fault::MaskOfExitedLanes:
            return "mask_of_exited_lanes";
        case check::Fault::WarpBarrierMask:
            return "warp_barrier_mask";
        case check::Fault::DivergentBarrier:
            return "divergent_barrier";
        case check::Fault::BarrierCount:
            return "barrier_count";
        case check::Fault::GridBarrier:
            return "grid_barrier";
        case check::Fault::LaunchRace:
            return "launch_race";
    }
    return "unknown";
}

const char* key_of(check::Space space) {
    switch (space) {
        case check::Space::Global:
            return "global";
        case check::Space::Shared:
            return "shared";
        case check::Space::Local:
            return "local";
        case check::Space::Const:
            return "const";
        case check::Space::Param:
            return "param";
        case check::Space::None:
            return "none";
    }
    return "unknown";
}

Json to_json(const Dim3& value) { return Json::array({value.x, value.y, value.z}); }

Json to_json(const check::Access& access) {
    return {{"kernel", access.site.kernel},
            {"file", access.site.file},
            {"line", access.site.line},
            {"ptx_line", access.site.ptx_line},
            {"instruction", access.site.instruction},
            {"block", to_json(access.block)},
            {"thread", to_json(access.thread)},
            {"write", access.write},
            {"atomic", access.atomic}};
}

Json to_json(const check::Finding& finding) {
    Json json = {{"fault", name_of(finding.fault)},
                 {"space", key_of(finding.space)},
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
    if (finding.has_use)
        json["used"] = {{"file", finding.used.file},
                        {"line", finding.used.line},
                        {"ptx_line", finding.used.ptx_line},
                        {"instruction", finding.used.instruction}};
    json["times"] = finding.times;
    json["fatal"] = finding.fatal;
    return json;
}

// A line's memory instructions, each with its costliest pattern in words.
Json to_json(const cost::LineAccess& access) {
    const bool shared =
        access.op_class == cost::OpClass::SharedLoad || access.op_class == cost::OpClass::SharedStore;
    Json json = {{"instruction", access.instruction},
                 {"requests", access.requests},
                 {shared ? "wavefronts" : "sectors", access.units}};
    if (shared) json["bank_conflicts"] = access.conflicts;
    if (access.worst.mask != 0) json["worst"] = pattern_text(access.worst, shared);
    return json;
}

Json to_json(const cost::LineCounters& line) {
    Json accesses = Json::array();
    for (const cost::LineAccess& access : line.accesses) accesses.push_back(to_json(access));
    Json json = {{"file", line.file}, {"line", line.line}};
    for (const auto& [name, value] : cost::kLineCounters) json[name] = line.*value;
    json["accesses"] = accesses;
    return json;
}

Json counters_of(const exec::Launch& launch) {
    Json counters = Json::object();
    for (const auto& [name, value] : cost::kCounters) counters[name] = launch.counters.*value;
    for (const FigureKey& key : figure_keys()) {
        const double value = key.value(launch);
        counters[key.name] = key.whole ? Json(static_cast<u64>(value)) : Json(value);
    }
    return counters;
}

// The models of --model by name, with the keys of each.
Json models_of(const exec::Launch& launch) {
    Json models = Json::object();
    for (const cost::ModelCounters& model : launch.models)
        for (const ModelKey& key : model_keys()) {
            const double value = key.value(model);
            models[cost::name_of(model.model)][key.name] =
                key.whole ? Json(static_cast<u64>(value)) : Json(value);
        }
    return models;
}

template <class T>
Json array_of(const std::vector<T>& elements) {
    Json array = Json::array();
    for (const T& element : elements) array.push_back(to_json(element));
    return array;
}

// Replaces invalid bytes: a path in another encoding must not prevent writing the rest.
std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

std::string launch_json(const exec::Launch& launch) {
    Json json = {{"kernel", launch.kernel},
                 {"mangled", launch.mangled},
                 {"grid", to_json(launch.grid)},
                 {"block", to_json(launch.block)},
                 {"status", name_of(launch.status)}};
    if (launch.status != exec::Status::Ok) json["message"] = launch.message;
    if (!launch.unchecked.empty()) json["unchecked"] = launch.unchecked;
    json["counters"] = counters_of(launch);
    if (!launch.models.empty()) json["models"] = models_of(launch);
    json["lines"] = array_of(launch.lines);
    json["findings"] = array_of(launch.findings);
    return text_of(json);
}

void write_json(std::ostream& out, std::string_view program, u64 count,
                const std::function<exec::Launch(u64)>& launch, const std::vector<check::Finding>& of_calls) {
    out << "{\"program\":" << text_of(program) << ",\"launches\":[";
    for (u64 k = 1; k <= count; ++k) out << (k == 1 ? "\n" : ",\n") << launch_json(launch(k));
    out << "\n],\"findings\":" << text_of(array_of(of_calls)) << "}\n";
}

}  // namespace simt::report
