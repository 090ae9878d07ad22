// See ladders.hpp.
#include "chapters/03-reduction/parts/ladders.hpp"

#include <memory>

#include "common/cuda/buffer.hpp"

namespace ladders {

std::vector<ladder::CountColumn> columns() {
    return {
        {"launches", {"launches"}, {}},
        {"warp\ninstructions", {"warp_instructions"}, {}},
        {"lanes per\ninstruction", {"thread_instructions"}, {"warp_instructions"}},
        {"divergent\nbranches", {"divergent_branches"}, {}},
        {"barriers", {"barriers"}, {}},
        {"bank\nconflicts", {"shared_load_bank_conflicts", "shared_store_bank_conflicts"}, {}},
        {"load\nrequests", {"global_load_requests"}, {}},
        {"sectors\nper load", {"global_load_sectors"}, {"global_load_requests"}},
        {"atomics", {"atomics"}, {}},
    };
}

std::vector<ladder::CountBars> bars() {
    return {{"warp instructions", {"warp_instructions"}}, {"load requests", {"global_load_requests"}}};
}

std::function<void*(std::size_t)> scratch_of(std::size_t (*bytes_for)(std::size_t)) {
    const auto buffer = std::make_shared<gpu::Buffer<char>>();
    return [buffer, bytes_for](std::size_t n) -> void* {
        const std::size_t bytes = bytes_for(n);
        if (buffer->size() < bytes) {
            *buffer = gpu::Buffer<char>(bytes);
            buffer->fill_bytes(0);
        }
        return buffer->data();
    };
}

}  // namespace ladders
