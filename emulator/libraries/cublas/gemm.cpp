// See gemm.hpp.
#include "emulator/libraries/cublas/gemm.hpp"

#include <algorithm>
#include <string>

#include "emulator/libraries/cublas/call.hpp"
#include "emulator/libraries/cublas/product.hpp"

namespace simt::cublas {
namespace {

// The type of alpha and beta, and of the sums, for a compute type.
enum class Scale { F16, F32, F64, I32, None };

Scale scale_of(ComputeType compute) {
    switch (compute) {
        case kCompute16F:
        case kCompute16FPedantic:
            return Scale::F16;
        case kCompute32F:
        case kCompute32FPedantic:
        case kCompute32FFast16F:
        case kCompute32FFast16BF:
        case kCompute32FFastTF32:
        case kCompute32FEmulated16BFx9:
            return Scale::F32;
        case kCompute64F:
        case kCompute64FPedantic:
        case kCompute64FEmulated:
            return Scale::F64;
        case kCompute32I:
        case kCompute32IPedantic:
            return Scale::I32;
    }
    return Scale::None;
}

Type type_of(Scale scale) {
    switch (scale) {
        case Scale::F16:
            return CUDA_R_16F;
        case Scale::F64:
            return CUDA_R_64F;
        case Scale::I32:
            return CUDA_R_32I;
        default:
            return CUDA_R_32F;
    }
}

// The types that NVIDIA's table of cublasGemmEx lists, without the complex ones.
bool is_supported(const Gemm& gemm) {
    const Type ab = gemm.a_type, c = gemm.c_type;
    if (gemm.b_type != ab) return false;
    switch (scale_of(gemm.compute)) {
        case Scale::F16:
            return ab == CUDA_R_16F && c == CUDA_R_16F;
        case Scale::F64:
            return ab == CUDA_R_64F && c == CUDA_R_64F;
        case Scale::I32:
            return ab == CUDA_R_8I && c == CUDA_R_32I;
        case Scale::F32:
            break;
        case Scale::None:
            return false;
    }
    if (ab == CUDA_R_32F) return c == CUDA_R_32F;
    if (gemm.compute != kCompute32F && gemm.compute != kCompute32FPedantic) return false;
    if (ab == CUDA_R_16F || ab == CUDA_R_16BF) return c == ab || c == CUDA_R_32F;
    return ab == CUDA_R_8I && c == CUDA_R_32F;
}

void check(const Gemm& gemm, const Batch& batch) {
    check_choice("transa", gemm.trans_a, kConjugateTransposed);
    check_choice("transb", gemm.trans_b, kConjugateTransposed);
    check_at_least("m", gemm.m, 0);
    check_at_least("n", gemm.n, 0);
    check_at_least("k", gemm.k, 0);
    check_at_least("batchCount", batch.count, 0);
    check_at_least("lda", gemm.lda, std::max<s64>(1, gemm.trans_a == kPlain ? gemm.m : gemm.k));
    check_at_least("ldb", gemm.ldb, std::max<s64>(1, gemm.trans_b == kPlain ? gemm.k : gemm.n));
    check_at_least("ldc", gemm.ldc, std::max<s64>(1, gemm.m));
    if (!is_supported(gemm))
        refuse(kNotSupported,
               "A, B and C of the types {}, {} and {} (of cudaDataType) with the compute type {} (of "
               "cublasComputeType_t) are "
               "not among the combinations of real numbers that cuBLAS supports",
               static_cast<int>(gemm.a_type), static_cast<int>(gemm.b_type), static_cast<int>(gemm.c_type),
               static_cast<int>(gemm.compute));
}

struct Place {
    const void* a;
    const void* b;
    void* c;
};

// Where the matrices of each product are, on the device.
std::vector<Place> places(const Gemm& gemm, const Batch& batch, bool reads, Memory& memory) {
    std::vector<Place> list(static_cast<std::size_t>(batch.count));
    if (batch.strided) {
        const auto behind = [](const void* first, Type type, s64 elements) {
            return reinterpret_cast<void*>(reinterpret_cast<u64>(first) +
                                           static_cast<u64>(elements) * size_of(type));
        };
        for (s64 k = 0; Place & place : list) {
            place = {behind(gemm.a, gemm.a_type, k * batch.stride_a),
                     behind(gemm.b, gemm.b_type, k * batch.stride_b),
                     behind(gemm.c, gemm.c_type, k * batch.stride_c)};
            ++k;
        }
        return list;
    }
    const u64 bytes = list.size() * sizeof(void*);
    const auto pointers = [&](const char* name, const void* array) {
        return static_cast<void* const*>(memory.bytes(name, array, bytes, Use::Read));
    };
    void* const* const a = reads ? pointers("array of pointers to A", gemm.a) : nullptr;
    void* const* const b = reads ? pointers("array of pointers to B", gemm.b) : nullptr;
    void* const* const c = pointers("array of pointers to C", gemm.c);
    for (std::size_t k = 0; Place & place : list) {
        place = {a ? a[k] : nullptr, b ? b[k] : nullptr, c[k]};
        ++k;
    }
    return list;
}

template <class Sum>
void compute(const Gemm& gemm, const Place& place, s64 k, double alpha, double beta) {
    const Factor a{place.a, gemm.a_type, gemm.lda, gemm.trans_a != kPlain};
    const Factor b{place.b, gemm.b_type, gemm.ldb, gemm.trans_b != kPlain};
    const auto store = [&](s64 row, s64 column, s64 rows, s64 columns, const Sum* sums) {
        store_tile<Sum>(place.c, gemm.c_type, gemm.ldc, static_cast<Sum>(alpha), static_cast<Sum>(beta), row,
                        column, rows, columns, sums);
    };
    multiply<Sum>(gemm.m, gemm.n, k, a, b, store);
}

// Checks all operands, then computes. With alpha 0, A and B are not read.
void run(const Gemm& gemm, const Batch& batch, const Scalar& alpha_scalar, const Scalar& beta_scalar,
         Memory& memory) {
    const double alpha = memory.number(alpha_scalar), beta = memory.number(beta_scalar);
    const s64 k = alpha == 0 ? 0 : gemm.k;
    std::vector<Place> list = places(gemm, batch, k != 0, memory);
    const auto matrix = [&](const char* name, const void* first, Type type, s64 rows, s64 columns, s64 ld,
                            Operation trans, Use use) {
        return trans == kPlain ? memory.matrix(name, first, type, rows, columns, ld, use)
                               : memory.matrix(name, first, type, columns, rows, ld, use);
    };
    for (Place& place : list) {
        if (k != 0) {
            place.a = matrix("matrix A", place.a, gemm.a_type, gemm.m, k, gemm.lda, gemm.trans_a, Use::Read);
            place.b = matrix("matrix B", place.b, gemm.b_type, k, gemm.n, gemm.ldb, gemm.trans_b, Use::Read);
        }
        place.c = matrix("matrix C", place.c, gemm.c_type, gemm.m, gemm.n, gemm.ldc, kPlain,
                         beta == 0 ? Use::Write : Use::Update);
    }
    for (const Place& place : list) {
        switch (scale_of(gemm.compute)) {
            case Scale::F64:
                compute<double>(gemm, place, k, alpha, beta);
                break;
            case Scale::I32:
                compute<s32>(gemm, place, k, alpha, beta);
                break;
            default:
                compute<float>(gemm, place, k, alpha, beta);
        }
    }
}

// alpha * sum + beta * c; a beta of 0 makes nothing of c, whatever it is. Integers wrap.
template <class Sum>
Sum combined(Sum alpha, Sum sum, Sum beta, Sum c) {
    if constexpr (std::is_same_v<Sum, s32>)
        return static_cast<s32>(static_cast<u32>(alpha) * static_cast<u32>(sum) +
                                static_cast<u32>(beta) * static_cast<u32>(c));
    else
        return beta == 0 ? alpha * sum : alpha * sum + beta * c;
}

}  // namespace

template <class Sum>
void store_tile(void* c, Type type, s64 ldc, Sum alpha, Sum beta, s64 row, s64 column, s64 rows, s64 columns,
                const Sum* sums) {
    with_element(type, [&](auto element) {
        using Element = decltype(element);
        auto* const first = static_cast<Element*>(c) + row + column * ldc;
        for (s64 j = 0; j < columns; ++j) {
            for (s64 i = 0; i < rows; ++i) {
                Element& here = first[i + j * ldc];
                here = rounded<Element>(combined(alpha, sums[i * kTileColumns<Sum> + j], beta,
                                                 beta == 0 ? Sum{} : static_cast<Sum>(value(here))));
            }
        }
    });
}
template void store_tile(void*, Type, s64, float, float, s64, s64, s64, s64, const float*);
template void store_tile(void*, Type, s64, double, double, s64, s64, s64, s64, const double*);

Status gemm(const char* name, Handle* handle, const Gemm& gemm, const Batch& batch) {
    return call(name, handle, [&](Handle& with) {
        check(gemm, batch);
        const Type type = type_of(scale_of(gemm.compute));
        const Scalar alpha = scalar(with.pointers, "alpha", gemm.alpha, type),
                     beta = scalar(with.pointers, "beta", gemm.beta, type);
        if (gemm.m == 0 || gemm.n == 0 || batch.count == 0) return;
        work(with.stream, false, [=](Memory& memory) { run(gemm, batch, alpha, beta, memory); });
    });
}

}  // namespace simt::cublas
