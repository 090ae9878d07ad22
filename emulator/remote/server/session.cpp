// See session.hpp.
#include "emulator/remote/server/session.hpp"

#include "emulator/loader/format.hpp"

namespace simt::remote {
namespace {

constexpr std::size_t kMostObjects = 1 << 16;     // of one connection, of all kinds
constexpr u64 kMostModuleBytes = u64{512} << 20;  // of one connection
constexpr u64 kFirstHandle = 16;                  // streams 0 to 2 are CUDA's default streams

// Addresses that the emulator knows nothing about.
const char unknown_kernel = 0, unknown_variable = 0;
char unknown_stream = 0, unknown_event = 0;

// The emulator takes a fat binary's length from its header.
void check_fatbin(const std::vector<u8>& bytes) {
    loader::FatbinHeader header;
    if (bytes.size() < sizeof header) throw Malformed();
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.header_size > bytes.size() || header.size > bytes.size() - header.header_size)
        throw Malformed();
}

}  // namespace

void Session::check_room() const {
    if (modules_.size() + functions_.size() + variables_.size() + adopted_.size() + streams_.size() +
            events_.size() >=
        kMostObjects)
        throw Malformed();
}

Session::Module& Session::module(u64 number) {
    const auto found = modules_.find(number);
    if (found == modules_.end() || found->second->removed) throw Malformed();
    return *found->second;
}

void Session::add_module(u64 number, std::vector<std::vector<u8>> fatbins) {
    check_room();
    if (modules_.contains(number)) throw Malformed();
    auto added = std::make_unique<Module>();
    added->fatbins = std::move(fatbins);
    for (const std::vector<u8>& fatbin : added->fatbins) {
        check_fatbin(fatbin);
        bytes_ += fatbin.size();
        added->linked.push_back(fatbin.data());
    }
    if (bytes_ > kMostModuleBytes) throw Malformed();
    added->linked.push_back(nullptr);
    const bool any = !added->fatbins.empty();
    added->wrapper = {loader::kWrapperMagic, 2, any ? added->linked.front() : nullptr,
                      any ? added->linked.data() + 1 : nullptr};
    added->handle = __cudaRegisterFatBinary(&added->wrapper);
    modules_[number] = std::move(added);
}

// The bytes stay: the emulator may have loaded them.
void Session::remove_module(u64 number) {
    Module& removed = module(number);
    __cudaUnregisterFatBinary(removed.handle);
    removed.removed = true;
}

void Session::add_function(u64 number, u64 of_module, std::string name) {
    check_room();
    if (number == 0 || number >= u64{1} << 32 || functions_.contains(number)) throw Malformed();
    void** const handle = module(of_module).handle;
    const auto& added = functions_[number] = std::make_unique<Named>(Named{std::move(name)});
    __cudaRegisterFunction(handle, reinterpret_cast<const char*>(added.get()), nullptr, added->name.c_str(),
                           -1, nullptr, nullptr, nullptr, nullptr, nullptr);
}

void Session::add_variable(u64 number, u64 of_module, std::string name, u64 size, bool constant) {
    check_room();
    if (variables_.contains(number)) throw Malformed();
    void** const handle = module(of_module).handle;
    const auto& added = variables_[number] = std::make_unique<Named>(Named{std::move(name)});
    __cudaRegisterVar(handle, reinterpret_cast<char*>(added.get()), nullptr, added->name.c_str(), 0, size,
                      constant, 0);
}

const void* Session::kernel(u64 number) const {
    if (const auto found = functions_.find(number); found != functions_.end()) return found->second.get();
    const auto found = adopted_.find(number);
    return found == adopted_.end() ? &unknown_kernel : found->second;
}

const void* Session::variable(u64 number) const {
    const auto found = variables_.find(number);
    return found == variables_.end() ? &unknown_variable : static_cast<const void*>(found->second.get());
}

const void* Session::kernel_named(const std::string& name) const {
    for (const auto& [number, function] : functions_)
        if (function->name == name) return function.get();
    return nullptr;
}

u64 Session::adopt_kernel(const void* kernel) {
    check_room();
    adopted_[next_] = kernel;
    return next_++;
}

cudaStream_t Session::stream(u64 number) const {
    if (number < kFirstHandle) return reinterpret_cast<cudaStream_t>(number);
    const auto found = streams_.find(number);
    return found == streams_.end() ? reinterpret_cast<cudaStream_t>(&unknown_stream) : found->second;
}

u64 Session::add_stream(cudaStream_t stream) {
    check_room();
    streams_[next_] = stream;
    return next_++;
}

cudaEvent_t Session::event(u64 number) const {
    if (number == 0) return nullptr;
    const auto found = events_.find(number);
    return found == events_.end() ? reinterpret_cast<cudaEvent_t>(&unknown_event) : found->second;
}

u64 Session::add_event(cudaEvent_t event) {
    check_room();
    events_[next_] = event;
    return next_++;
}

}  // namespace simt::remote
