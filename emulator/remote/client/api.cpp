// The functions of emulator/api.h for the judge. The answer's connection is refused, and gets 0, "" or -1.
#pragma GCC visibility push(default)
#include "emulator/api.h"
#include "emulator/remote/window.h"
#pragma GCC visibility pop

#include <iterator>
#include <map>
#include <mutex>
#include <optional>

#include "emulator/cost/counters.hpp"
#include "emulator/remote/client/connection.hpp"

using namespace simt;
using namespace simt::remote;

namespace {

u64 number_of(Call call, const Writer& body = {}) {
    const Answer answer = ask(call, body);
    return answer.error == cudaSuccess ? Reader(answer.bytes).get<u64>() : 0;
}

// The text of a launch; nullptr if there is no such launch.
const char* text_of(Call call, const Writer& body, std::string& text) {
    const Answer answer = ask(call, body);
    Reader in(answer.bytes);
    if (answer.error != cudaSuccess || in.get<u8>() == 0) return nullptr;
    text = in.get_text();
    return text.c_str();
}

template <class... Values>
Writer written(const Values&... values) {
    Writer body;
    (body.put(values), ...);
    return body;
}

Writer with_text(Writer body, const char* text) {
    body.put_text(text ? text : "");
    return body;
}

// The counters of the launch that was asked for last, all fetched at once: a run reads dozens of them.
struct Fetched {
    std::mutex mutex;
    u64 launch = 0;
    std::map<std::string, double, std::less<>> counters;
};

std::optional<double> fetched(u64 launch, const char* key) {
    static auto* const last = new Fetched;
    const std::lock_guard lock(last->mutex);
    if (last->launch != launch) {
        const Answer answer = ask(Call::LaunchCounters, written<u64>(launch));
        if (answer.error != cudaSuccess) return std::nullopt;
        last->launch = launch;
        last->counters.clear();
        for (Reader in(answer.bytes); in.good() && !in.finished();) {
            std::string name = in.get_text();
            last->counters[std::move(name)] = in.get<double>();
        }
    }
    const auto found = last->counters.find(key);
    return found == last->counters.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

void simt_open_window(void) { tell(Call::OpenWindow, {}); }
void simt_close_window(void) { tell(Call::CloseWindow, {}); }

uint64_t simt_launch_count(void) { return number_of(Call::LaunchCount); }
uint64_t simt_finding_count(void) { return number_of(Call::FindingCount); }
uint64_t simt_allocated_bytes(void) { return number_of(Call::AllocatedBytes); }
uint64_t simt_calls_of(const char* beginning) { return number_of(Call::CallsOf, with_text({}, beginning)); }
void simt_limit_memory(uint64_t bytes) { ask(Call::LimitMemory, written<u64>(bytes)); }

void simt_add_decoy(const void* decoy, const void* real, uint64_t bytes, uint64_t row_bytes) {
    Writer body = written(u64{row_bytes}, u64{bytes});
    body.put_bytes(decoy, bytes);
    ask(Call::AddDecoy, body, {static_cast<const u8*>(real), bytes});
}

void simt_remove_decoys(void) { ask(Call::RemoveDecoys); }
uint64_t simt_bytes_to_host(void) { return number_of(Call::BytesToHost); }

int simt_reached_host(const void* array, uint64_t bytes, uint64_t row_bytes) {
    const Answer answer =
        ask(Call::ReachedHost, written(u64{row_bytes}), {static_cast<const u8*>(array), bytes});
    return answer.error == cudaSuccess ? Reader(answer.bytes).get<int>() : 0;
}

// Of this process: whether it does anything is what the caller wants to know.
uint64_t simt_call_count(void) { return requests(); }

const char* simt_latest_call_of(const char* beginning) {
    thread_local std::string text;
    const char* const found = text_of(Call::LatestCallOf, with_text({}, beginning), text);
    return found ? found : "";
}

int simt_launch_counter(uint64_t launch, const char* key, double* value) {
    if (!key || !value) return -1;
    if (const std::optional<double> known = fetched(launch, key)) {
        *value = *known;
        return 0;
    }
    const Answer answer = ask(Call::LaunchCounter, with_text(written<u64>(launch), key));
    Reader in(answer.bytes);
    if (answer.error != cudaSuccess || in.get<u8>() == 0) return -1;
    *value = in.get<double>();
    return 0;
}

const char* simt_counter_name(unsigned index) {
    return index < std::size(cost::kCounters) ? cost::kCounters[index].name : nullptr;
}

int simt_launch_shape(uint64_t launch, unsigned grid[3], unsigned block[3]) {
    const Answer answer = ask(Call::LaunchShape, written<u64>(launch));
    Reader in(answer.bytes);
    if (!grid || !block || answer.error != cudaSuccess || in.get<u8>() == 0) return -1;
    for (unsigned k = 0; k < 3; ++k) grid[k] = in.get<unsigned>();
    for (unsigned k = 0; k < 3; ++k) block[k] = in.get<unsigned>();
    return 0;
}

const char* simt_launch_lines(uint64_t launch, const char* key) {
    thread_local std::string text;
    return text_of(Call::LaunchLines, with_text(written<u64>(launch), key), text);
}

const char* simt_launch_message(uint64_t launch) {
    thread_local std::string text;
    return text_of(Call::LaunchMessage, written<u64>(launch), text);
}

const char* simt_launch_report(uint64_t launch) {
    thread_local std::string text;
    return text_of(Call::LaunchReport, written<u64>(launch), text);
}

const char* simt_call_report(void) {
    thread_local std::string text;
    const char* const found = text_of(Call::CallReport, {}, text);
    return found ? found : "";
}

int simt_count_models(const char* names) {
    if (!names) return -1;
    const Answer answer = ask(Call::CountModels, with_text({}, names));
    return answer.error == cudaSuccess ? Reader(answer.bytes).get<int>() : -1;
}

int simt_annotate(const void* first, uint64_t rows, uint64_t columns, uint64_t pitch, unsigned element_bytes,
                  const char* name) {
    const Writer body = with_text(
        written(reinterpret_cast<u64>(first), u64{rows}, u64{columns}, u64{pitch}, element_bytes), name);
    const Answer answer = ask(Call::Annotate, body);
    return answer.error == cudaSuccess ? Reader(answer.bytes).get<int>() : -1;
}
