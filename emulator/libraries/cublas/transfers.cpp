// See transfers.hpp.
#include "emulator/libraries/cublas/transfers.hpp"

#include <algorithm>

#include "emulator/libraries/cublas/call.hpp"
#include "emulator/runtime/entry_points.hpp"

namespace simt::cublas {

Status transfer(const char* name, cudaMemcpyKind direction, s64 rows, s64 count, s64 size, const void* from,
                s64 from_ld, void* to, s64 to_ld, std::optional<cudaStream_t> stream) {
    const Status checked = call(name, [&] {
        check_at_least("the number of elements", std::min(rows, count), 0);
        check_at_least("elemSize", size, 1);
        const s64 least = std::max<s64>(1, rows);
        check_at_least("the source's leading dimension or increment", from_ld, least);
        check_at_least("the destination's leading dimension or increment", to_ld, least);
    });
    if (checked != kSuccess || rows == 0 || count == 0) return checked;
    const auto bytes = [&](s64 elements) { return static_cast<std::size_t>(elements * size); };
    const auto columns = static_cast<std::size_t>(count);
    const cudaError_t error =
        stream ? cudaMemcpy2DAsync(to, bytes(to_ld), from, bytes(from_ld), bytes(rows), columns, direction,
                                   *stream)
               : cudaMemcpy2D(to, bytes(to_ld), from, bytes(from_ld), bytes(rows), columns, direction);
    return error == cudaSuccess ? kSuccess : kMappingError;  // cudaMemcpy2D has said why
}

}  // namespace simt::cublas
