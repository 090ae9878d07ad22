// Which function answers which call; registration, and the calls of calls.inc.
#include "emulator/remote/server/calls.hpp"

#include <algorithm>
#include <set>

#include "emulator/remote/server/kinds.hpp"
#include "emulator/runtime/context.hpp"
#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/layouts.hpp"
#include "emulator/runtime/older/hooks.hpp"

namespace simt::remote {
namespace {

void add_module(Session& session, Reader& in) {
    const u64 number = in.get<u64>();
    std::vector<std::vector<u8>> fatbins;
    while (in.good() && !in.finished()) {
        const std::span<const u8> bytes = in.get_bytes(in.get<u64>());
        fatbins.emplace_back(bytes.begin(), bytes.end());
    }
    if (!in.finished()) throw Malformed();
    session.add_module(number, std::move(fatbins));
}

void add_function(Session& session, Reader& in) {
    const u64 number = in.get<u64>(), module = in.get<u64>();
    std::string name = in.get_text();
    if (!in.finished()) throw Malformed();
    session.add_function(number, module, std::move(name));
}

void add_variable(Session& session, Reader& in) {
    const u64 number = in.get<u64>(), module = in.get<u64>();
    std::string name = in.get_text();
    const u64 size = in.get<u64>();
    const bool constant = in.get<u8>() != 0;
    if (!in.finished()) throw Malformed();
    session.add_variable(number, module, std::move(name), size, constant);
}

int pointer_attributes(Reader& in, Writer& out) {
    const auto* const pointer = reinterpret_cast<const void*>(in.get<u64>());
    if (!in.finished()) throw Malformed();
    runtime::PointerAttributes found{};
    const cudaError_t error = simt_pointer_attributes(&found, sizeof found, pointer);
    out.put(found);
    return error;
}

// The client has said why; here the call is counted and its error remembered.
int refused(Reader& in) {
    const std::string call = in.get_text();
    constexpr std::size_t kLongest = 64;
    const bool is_name =
        !call.empty() && call.size() <= kLongest && std::ranges::all_of(call, [](char letter) {
            return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_' ||
                   (letter >= '0' && letter <= '9');
        });
    constexpr std::size_t kMostNames = 1000;
    const std::lock_guard lock(runtime::context().mutex);
    if (!in.finished() || !is_name || runtime::context().calls_by_name.size() > kMostNames) throw Malformed();
    runtime::context().count_call(call.c_str());
    return runtime::record(cudaErrorNotSupported);
}

int of_the_list(Call call, Session& session, Reader& in, Writer& out) {
    switch (call) {
#define SIMT_CALL(name, ...) \
    case Call::name:         \
        return serve<__VA_ARGS__>(&::name, session, in, out);
#define SIMT_TWIN(name, twin)
#include "emulator/remote/calls.inc"
        default:
            throw Malformed();
    }
}

}  // namespace

int answer(Call call, Session& session, Session* other, Reader& in, Writer& out) {
    switch (call) {
        case Call::AddModule:
            return add_module(session, in), 0;
        case Call::AddFunction:
            return add_function(session, in), 0;
        case Call::AddVariable:
            return add_variable(session, in), 0;
        case Call::RemoveModule: {
            const u64 number = in.get<u64>();
            if (!in.finished()) throw Malformed();
            return session.remove_module(number), 0;
        }
        case Call::Refused:
            return refused(in);
        case Call::Parameters:
            return answer_parameters(session, in, out);
        case Call::Launch:
            return answer_launch(session, in);
        case Call::Copy:
            return answer_copy(session, in, out);
        case Call::CopyToSymbol:
            return answer_copy_to_symbol(session, in);
        case Call::CopyFromSymbol:
            return answer_copy_from_symbol(session, in, out);
        case Call::PointerAttributes:
            return pointer_attributes(in, out);
        default:
            break;
    }
    if (call < Call::kFirstOfJudge) return of_the_list(call, session, in, out);
    if (call >= Call::kCount) throw Malformed();
    if (!other) return cudaErrorNotPermitted;
    return answer_judge(call, session, *other, in, out);
}

}  // namespace simt::remote
