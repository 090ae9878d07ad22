// See same_places.hpp.
#include "emulator/decode/same_places.hpp"

#include <string>
#include <unordered_map>

namespace simt::exec {

std::vector<u32> find_same_places(const std::vector<OpInfo>& ops) {
    std::unordered_map<std::string, u32> first;
    std::vector<u32> same;
    for (u32 k = 0; k < ops.size(); ++k) {
        const OpInfo& info = ops[k];
        same.push_back(k);
        if (info.source == nullptr || info.source->places.empty() || info.source->places[0].line == 0)
            continue;
        std::string key = std::to_string(info.function) + info.source->opcode;
        for (const ptx::Place& place : info.source->places)
            key += " " + std::to_string(place.file) + ":" + std::to_string(place.line);
        same.back() = first.try_emplace(key, k).first->second;
    }
    return same;
}

}  // namespace simt::exec
