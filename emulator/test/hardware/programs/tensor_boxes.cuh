// Tensor copies: boxes over the edges of a tensor, rows that are no multiple of 16 bytes, swizzled tiles, NaN outside.
#pragma once

#include "emulator/test/hardware/programs/copy_cases.cuh"

namespace copies {

inline decltype(&cuTensorMapEncodeTiled) encode = nullptr;

struct Shape {
    CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
    cuuint64_t columns = 32, rows = 16, pitch_bytes = 128;
    cuuint32_t box_columns = 8, box_rows = 8, row_step = 1;
    CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
    CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
};

inline CUtensorMap map_of(gpu::Buffer<uint32_t>& tensor, const Shape& shape) {
    CUtensorMap map;
    const cuuint64_t size[] = {shape.columns, shape.rows}, stride[] = {shape.pitch_bytes};
    const cuuint32_t box[] = {shape.box_columns, shape.box_rows}, step[] = {1, shape.row_step};
    const CUresult result =
        encode(&map, shape.type, 2, tensor.data(), size, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
               shape.swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, shape.fill);
    if (result != CUDA_SUCCESS) std::printf("cuTensorMapEncodeTiled: %d\n", static_cast<int>(result));
    return map;
}

// The box at (x, y) to byte `base` of shared memory, whose first 4 KiB go to out.
__global__ void load_box(const __grid_constant__ CUtensorMap map, int x, int y, unsigned base, unsigned bytes,
                         uint32_t* out) {
    extern __shared__ __align__(1024) uint32_t tile[];
    __shared__ uint64_t barrier;
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) tile[k] = 0xeeeeeeee;
    if (threadIdx.x == 0) ptx::mbarrier_init(&barrier, 1);
    ptx::fence_proxy_async();
    __syncthreads();
    if (threadIdx.x == 0) {
        const int32_t at[] = {x, y};
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, reinterpret_cast<char*>(tile) + base,
                                  &map, at, &barrier);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier, bytes);
    }
    while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) {
    }
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) out[k] = tile[k];
}

// Shared memory's first 4 KiB, 1001, 1002, …, from byte `base` into the box at (x, y).
template <bool kAdd>
__global__ void store_box(const __grid_constant__ CUtensorMap map, int x, int y, unsigned base,
                          uint32_t first) {
    extern __shared__ __align__(1024) uint32_t tile[];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) tile[k] = first + k;
    ptx::fence_proxy_async();
    __syncthreads();
    if (threadIdx.x != 0) return;
    const int32_t at[] = {x, y};
    if (kAdd)
        ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_add, &map, at,
                                         reinterpret_cast<char*>(tile) + base);
    else
        ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, at,
                                  reinterpret_cast<char*>(tile) + base);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

inline gpu::Buffer<uint32_t> numbered(std::size_t count, uint32_t first = 1) {
    Words words(count);
    for (std::size_t k = 0; k < count; ++k) words[k] = first + static_cast<uint32_t>(k);
    return gpu::Buffer<uint32_t>(words);
}

// A box that is loaded, with `element_bytes` for each element. It has to begin at a multiple of 16 bytes.
inline Case load(std::string name, Shape shape, int x, int y, unsigned base, unsigned element_bytes) {
    return {std::move(name),
            [=](const char* shown) {
                gpu::Buffer<uint32_t> tensor = numbered(16 * 32), out(1024);
                const unsigned rows = (shape.box_rows + shape.row_step - 1) / shape.row_step;
                load_box<<<1, 32, kShared>>>(map_of(tensor, shape), x, y, base,
                                             shape.box_columns * rows * element_bytes, out.data());
                show(shown, out);
            },
            x * static_cast<int>(element_bytes) % 16 == 0};
}

template <bool kAdd = false>
Case store(std::string name, Shape shape, int x, int y, unsigned base, uint32_t first = 1001) {
    return {std::move(name),
            [=](const char* shown) {
                gpu::Buffer<uint32_t> tensor = numbered(16 * 32);
                store_box<kAdd><<<1, 32, kShared>>>(map_of(tensor, shape), x, y, base, first);
                show(shown, tensor);
            },
            x >= 0 && y >= 0 && x % 4 == 0};  // of floats, or x is a multiple of 16
}

inline Shape typed(CUtensorMapDataType type, unsigned columns) {
    Shape shape;
    shape.type = type;
    shape.columns = columns;
    return shape;
}

// Two rows that end within 16 bytes, and boxes that begin at several places of 16 bytes.
inline void add_short_rows(std::vector<Case>& cases) {
    for (const unsigned columns : {29u, 30u, 31u})
        for (const int x : {-4, 20, 24, 26, 28}) {
            Shape shape = typed(CU_TENSOR_MAP_DATA_TYPE_FLOAT32, columns);
            shape.rows = shape.box_rows = 2;
            const std::string where = " of " + std::to_string(columns) + " floats at " + std::to_string(x);
            cases.push_back(load("rows" + where, shape, x, 0, 0, 4));
            cases.push_back(store("rows back" + where, shape, x, 0, 0));
            if (columns == 30) cases.push_back(store<true>("rows added" + where, shape, x, 0, 0));
        }
    Shape shape = typed(CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 61);
    shape.rows = 2;
    cases.push_back(load("rows of 61 halves", shape, 56, 0, 0, 2));
    cases.push_back(store("rows of 61 halves back", shape, 56, 0, 0));
    shape = typed(CU_TENSOR_MAP_DATA_TYPE_UINT8, 101);
    shape.rows = 2, shape.box_columns = 32;
    cases.push_back(load("rows of 101 bytes", shape, 80, 0, 0, 1));
    cases.push_back(store("rows of 101 bytes back", shape, 80, 0, 0));
    cases.push_back(load("rows of 101 bytes from byte 88", shape, 88, 0, 0, 1));
    shape = typed(CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 27);
    shape.swizzle = CU_TENSOR_MAP_SWIZZLE_128B, shape.box_columns = 32;
    cases.push_back(store("swizzled rows of 27 floats back", shape, 0, 0, 0));
    shape = typed(CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 27);
    shape.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
    cases.push_back(load("NaN behind rows of 27 floats", shape, 24, 12, 0, 4));
}

inline std::vector<Case> tensor_cases() {
    std::vector<Case> cases;
    Shape shape;
    cases.push_back(load("box over two edges", shape, 28, 12, 0, 4));
    cases.push_back(load("box before the first row", shape, 4, -2, 0, 4));
    cases.push_back(load("box before the first column", shape, -4, 2, 0, 4));
    cases.push_back(load("box before the origin", shape, -3, -2, 0, 4));
    cases.push_back(load("box at an odd column", shape, 3, 2, 0, 4));
    shape.row_step = 3;
    cases.push_back(load("every third row", shape, 4, 1, 0, 4));
    cases.push_back(load("every third row from an odd column", shape, 2, 1, 0, 4));
    cases.push_back(store("every third row back", shape, 4, 1, 0));
    shape.row_step = 1;
    cases.push_back(store("back before the first row", shape, 4, -2, 0));
    cases.push_back(store("back over two edges", shape, 28, 12, 0));
    cases.push_back(store("back behind the last column", shape, 32, 2, 0));
    cases.push_back(load("wholly outside", shape, 64, 40, 0, 4));
    cases.push_back(store("back wholly outside", shape, 64, 40, 0));
    shape.row_step = 1;
    for (const auto& [name, swizzle] :
         {std::pair{"32", CU_TENSOR_MAP_SWIZZLE_32B}, std::pair{"64", CU_TENSOR_MAP_SWIZZLE_64B},
          std::pair{"128", CU_TENSOR_MAP_SWIZZLE_128B}}) {
        shape.swizzle = swizzle;
        // Rows shorter than what is swizzled, and a tile that does not begin where the pattern does.
        const std::string by = name;
        cases.push_back(load("short rows swizzled by " + by, shape, 4, 2, 0, 4));
        cases.push_back(load("swizzled by " + by + " from byte 128", shape, 4, 2, 128, 4));
        cases.push_back(store("swizzled by " + by + " back from byte 384", shape, 4, 2, 384));
    }
    shape = Shape{};
    shape.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
    cases.push_back(load("NaN of f32", shape, 28, 12, 0, 4));
    shape.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    shape.columns = 64;
    cases.push_back(load("halves from an odd column", shape, 3, 12, 0, 2));
    cases.push_back(load("halves from column 4", shape, 4, 12, 0, 2));
    cases.push_back(load("NaN of f16", shape, 56, 12, 0, 2));
    shape.box_columns = 16;
    shape.type = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
    cases.push_back(load("NaN of bf16", shape, 56, 12, 0, 2));
    shape.box_columns = 8;
    shape.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
    shape.columns = 16;
    cases.push_back(load("NaN of f64", shape, 12, 12, 0, 8));
    cases.push_back(load("doubles from an odd column", shape, 1, 12, 0, 8));
    // Subnormal floats: are they kept?
    cases.push_back(store<true>("tensor reduction of subnormal f32", Shape{}, 0, 0, 0, 1));
    add_short_rows(cases);
    return cases;
}

}  // namespace copies
