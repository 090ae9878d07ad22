// See register_file.hpp.
#include "emulator/decode/register_file.hpp"

#include <algorithm>

#include "emulator/error.hpp"

namespace simt::exec {

u32 RegisterFile::allocate_row(u8 bytes) {
    if (bytes == 0) {
        if (predicate_next_ == predicate_end_) {
            predicate_next_ = row_bytes_;
            row_bytes_ += 64;
            predicate_end_ = row_bytes_;
        }
        predicate_next_ += 4;
        return predicate_next_ - 4;
    }
    const u32 slot = row_bytes_;
    row_bytes_ += u32{bytes} * kLanes;
    return slot;
}

u32 RegisterFile::allocate_register(const std::string& name, u8 bytes) {
    const auto life = last_uses_.find(name);
    if (life == last_uses_.end()) return allocate_row(bytes);
    ending_[life->second].push_back(name);
    std::vector<u32>& spare = spare_rows_[bytes];
    if (spare.empty()) return allocate_row(bytes);
    const u32 slot = spare.back();
    spare.pop_back();
    return slot;
}

void RegisterFile::release_registers(u32 item) {
    const auto ending = ending_.find(item);
    if (ending == ending_.end()) return;
    for (const std::string& name : ending->second) {
        const RegisterRow reg = registers_[name];
        spare_rows_[reg.bytes].push_back(reg.slot);
    }
}

RegisterRow RegisterFile::register_named(const std::string& name) {
    if (const auto found = registers_.find(name); found != registers_.end()) return found->second;
    const auto type = types_.find(name);
    if (type == types_.end()) throw Error("the register " + name + " is not declared");
    u8 bytes = static_cast<u8>(ptx::size_of(type->second));
    if (bytes == 1) bytes = 2;  // 8-bit registers are held in 16 bits
    return registers_[name] = {allocate_register(name, bytes), bytes};
}

u32 RegisterFile::constant(u8 bytes, u64 bits) {
    if (bytes == 0)
        bits = bits != 0;
    else if (bytes < 8)
        bits &= (u64{1} << (8 * bytes)) - 1;
    const auto key = std::make_pair(bytes, bits);
    if (const auto found = constants_.find(key); found != constants_.end()) return found->second;
    const u32 slot = allocate_row(bytes);
    code_.constants.push_back({slot, bytes, bits});
    return constants_[key] = slot;
}

u32 RegisterFile::scratch(u8 bytes) {
    if (const auto found = scratch_.find(bytes); found != scratch_.end()) return found->second;
    return scratch_[bytes] = allocate_row(bytes);
}

u32 RegisterFile::special(ptx::Special which) {
    if (const auto found = specials_.find(which); found != specials_.end()) return found->second;
    const u32 slot = allocate_row(4);
    code_.specials.push_back({slot, which});
    return specials_[which] = slot;
}

RegisterRow RegisterFile::carry() {
    if (!registers_.contains("%cc.cf")) registers_["%cc.cf"] = {allocate_row(0), 0};
    return registers_["%cc.cf"];
}

u32 RegisterFile::watched(const std::string& name) {
    std::vector<WatchedRegister>& all = code_.watched;
    const auto found = std::ranges::find(all, name, &WatchedRegister::name);
    if (found != all.end()) return static_cast<u32>(found - all.begin());
    all.push_back({name, allocate_row(0)});
    return static_cast<u32>(all.size() - 1);
}

void RegisterFile::finish() {
    code_.row_bytes = row_bytes_;
    code_.registers = std::move(registers_);
}

}  // namespace simt::exec
