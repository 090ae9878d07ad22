// Copies to, from and between arrays: cudaMemcpy2DToArray and its kind. Boxes (cudaMemcpy3D) are in copies.cpp.
#include "emulator/runtime/arrays.hpp"
#include "emulator/runtime/call.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

// The rows of `count` bytes, one after the other from the place on, as cudaMemcpyToArray fills them: rows end where the array's
// do. Calls copy_part(rows in the array, bytes before them).
template <class CopyPart>
void in_rows(const Array& array, ArrayPlace place, u64 count, CopyPart copy_part) {
    const u64 row_bytes = array.image.levels[0].row_bytes(array.image.format);
    for (u64 done = 0; done < count;) {
        const u64 part = std::min(count - done, row_bytes - std::min(place.byte, row_bytes));
        if (part == 0)
            fail(cudaErrorInvalidValue, "byte {} lies outside a row of {} bytes", place.byte, row_bytes);
        copy_part(rows_in(array, place, part, 1), done);
        done += part;
        place = {0, place.row + 1, place.slice};
    }
}

void fill_array(cudaArray_t to, size_t byte, size_t row, const void* from, size_t count,
                cudaMemcpyKind kind) {
    in_rows(array_of(to), {byte, row}, count, [&](const Rows& part, u64 before) {
        copy(part, rows(static_cast<const char*>(from) + before, part.width), kind);
    });
}

void read_array(void* to, cudaArray_const_t from, size_t byte, size_t row, size_t count,
                cudaMemcpyKind kind) {
    in_rows(array_of(from), {byte, row}, count, [&](const Rows& part, u64 before) {
        copy(rows(static_cast<char*>(to) + before, part.width), part, kind);
    });
}

void copy_to(cudaArray_t to, size_t byte, size_t row, const void* from, size_t pitch, size_t width,
             size_t height, cudaMemcpyKind kind) {
    copy(rows_in(array_of(to), {byte, row}, width, height), rows(from, width, height, pitch), kind);
}

void copy_from(void* to, size_t pitch, cudaArray_const_t from, size_t byte, size_t row, size_t width,
               size_t height, cudaMemcpyKind kind) {
    copy(rows(to, width, height, pitch), rows_in(array_of(from), {byte, row}, width, height), kind);
}

}  // namespace

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t byte, size_t row, const void* from, size_t pitch,
                                size_t width, size_t height, cudaMemcpyKind kind) {
    return submit(nullptr, [&] { copy_to(to, byte, row, from, pitch, width, height, kind); });
}
SIMT_ALSO_AS(cudaMemcpy2DToArray, cudaMemcpy2DToArray_ptds);

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t byte, size_t row, const void* from, size_t pitch,
                                     size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    return submit(stream, [&] { copy_to(to, byte, row, from, pitch, width, height, kind); });
}
SIMT_ALSO_AS(cudaMemcpy2DToArrayAsync, cudaMemcpy2DToArrayAsync_ptsz);

cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t byte, size_t row,
                                  size_t width, size_t height, cudaMemcpyKind kind) {
    return submit(nullptr, [&] { copy_from(to, pitch, from, byte, row, width, height, kind); });
}
SIMT_ALSO_AS(cudaMemcpy2DFromArray, cudaMemcpy2DFromArray_ptds);

cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t byte,
                                       size_t row, size_t width, size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
    return submit(stream, [&] { copy_from(to, pitch, from, byte, row, width, height, kind); });
}
SIMT_ALSO_AS(cudaMemcpy2DFromArrayAsync, cudaMemcpy2DFromArrayAsync_ptsz);

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_byte, size_t to_row, cudaArray_const_t from,
                                     size_t from_byte, size_t from_row, size_t width, size_t height,
                                     cudaMemcpyKind kind) {
    return submit(nullptr, [&] {
        copy(rows_in(array_of(to), {to_byte, to_row}, width, height),
             rows_in(array_of(from), {from_byte, from_row}, width, height), kind);
    });
}
SIMT_ALSO_AS(cudaMemcpy2DArrayToArray, cudaMemcpy2DArrayToArray_ptds);

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t byte, size_t row, const void* from, size_t count,
                              cudaMemcpyKind kind) {
    return submit(nullptr, [&] { fill_array(to, byte, row, from, count, kind); });
}
SIMT_ALSO_AS(cudaMemcpyToArray, cudaMemcpyToArray_ptds);

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t byte, size_t row, const void* from, size_t count,
                                   cudaMemcpyKind kind, cudaStream_t stream) {
    return submit(stream, [&] { fill_array(to, byte, row, from, count, kind); });
}
SIMT_ALSO_AS(cudaMemcpyToArrayAsync, cudaMemcpyToArrayAsync_ptsz);

cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t byte, size_t row, size_t count,
                                cudaMemcpyKind kind) {
    return submit(nullptr, [&] { read_array(to, from, byte, row, count, kind); });
}
SIMT_ALSO_AS(cudaMemcpyFromArray, cudaMemcpyFromArray_ptds);

cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, size_t byte, size_t row, size_t count,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
    return submit(stream, [&] { read_array(to, from, byte, row, count, kind); });
}
SIMT_ALSO_AS(cudaMemcpyFromArrayAsync, cudaMemcpyFromArrayAsync_ptsz);

cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_byte, size_t to_row, cudaArray_const_t from,
                                   size_t from_byte, size_t from_row, size_t count, cudaMemcpyKind kind) {
    return submit(nullptr, [&] {
        in_rows(array_of(from), {from_byte, from_row}, count, [&](const Rows& source, u64 before) {
            const u64 row_bytes = array_of(to).image.levels[0].row_bytes(array_of(to).image.format);
            const u64 at = to_row * row_bytes + to_byte + before;
            in_rows(array_of(to), {at % row_bytes, at / row_bytes}, source.width,
                    [&](const Rows& target, u64 part) {
                        copy(target, {source.address + part, target.width, 1, target.width}, kind);
                    });
        });
    });
}
SIMT_ALSO_AS(cudaMemcpyArrayToArray, cudaMemcpyArrayToArray_ptds);
