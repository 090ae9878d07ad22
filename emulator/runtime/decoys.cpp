// See decoys.hpp.
#include "emulator/runtime/decoys.hpp"

#include <algorithm>
#include <functional>

namespace simt::runtime {
namespace {

constexpr u64 kMostRemembered = u64{256} << 20;  // bytes

// Looks for the array's rows in the bytes, each behind the one before, and calls found(place in the bytes, place in the array, length)
// for those before the first one that is missing. Whether none is.
template <class Found>
bool find_rows(std::span<const u8> array, u64 row_bytes, std::span<const u8> bytes, Found&& found) {
    auto from = bytes.begin();
    for (u64 row = 0; row < array.size(); row += row_bytes) {
        const std::span<const u8> wanted = array.subspan(row, std::min(row_bytes, array.size() - row));
        const auto place =
            std::search(from, bytes.end(), std::boyer_moore_horspool_searcher(wanted.begin(), wanted.end()));
        if (place == bytes.end()) return false;
        found(static_cast<u64>(place - bytes.begin()), row, wanted.size());
        from = place + static_cast<std::ptrdiff_t>(wanted.size());
    }
    return true;
}

}  // namespace

void Decoys::add(std::span<const u8> decoy, std::span<const u8> real, u64 row_bytes) {
    decoys_.push_back({{decoy.begin(), decoy.end()}, {real.begin(), real.end()}, row_bytes});
}

void Decoys::clear() {
    decoys_.clear();
    to_host_.clear();
    bytes_to_host_ = 0;
}

void Decoys::replace(std::span<u8> bytes) const {
    const std::vector<u8> copied(bytes.begin(), bytes.end());
    for (const Decoy& decoy : decoys_)
        find_rows(decoy.shown, decoy.row_bytes, copied, [&](u64 place, u64 row, u64 length) {
            std::copy_n(decoy.real.begin() + static_cast<std::ptrdiff_t>(row), length,
                        bytes.begin() + static_cast<std::ptrdiff_t>(place));
        });
}

void Decoys::note_to_host(std::vector<u8> bytes) {
    bytes_to_host_ += bytes.size();
    if (bytes_to_host_ <= kMostRemembered) to_host_.push_back(std::move(bytes));
}

bool Decoys::reached_host(std::span<const u8> array, u64 row_bytes) const {
    return std::ranges::any_of(to_host_, [&](const std::vector<u8>& copied) {
        return find_rows(array, row_bytes, copied, [](u64, u64, u64) {});
    });
}

}  // namespace simt::runtime
