// cublasLtMatmul's work against a reference in double: orders, transposes, batches, types and epilogues.
#include "emulator/libraries/cublaslt/matmul.hpp"

#include <doctest/doctest.h>

#include "emulator/api.h"
#include "emulator/test/libraries/cublas/device.hpp"
#include "emulator/test/libraries/cublaslt/declarations.hpp"

using namespace simt;
using namespace simt::cublaslt;
using namespace simt::testing;

namespace {

constexpr u32 kEpilogues[] = {kDefault,
                              kBias,
                              kRelu,
                              kRelu | kBias,
                              kGelu,
                              kGelu | kBias,
                              kGelu | kAuxiliary,
                              kGelu | kAuxiliary | kBias,
                              kGeluGradient | kAuxiliary,
                              kBiasGradientA,
                              kBiasGradientB};

// A rows x columns matrix in either order, whose element (i, j) is where the order says.
template <class T>
struct LtMatrix {
    bool by_rows;
    TestMatrix<T> stored;
    Layout layout;
    LtMatrix(s64 rows, s64 columns, bool in_rows)
        : by_rows(in_rows),
          stored(in_rows ? columns : rows, in_rows ? rows : columns, random_below(3)),
          layout{type_of<T>,
                 in_rows ? kByRows : kByColumns,
                 static_cast<u64>(rows),
                 static_cast<u64>(columns),
                 stored.ld,
                 1,
                 0,
                 0,
                 0} {}
    double before(s64 i, s64 j) const { return by_rows ? stored.before(j, i) : stored.before(i, j); }
    T* device() const { return stored.array.device(); }
};

double gelu(double x) { return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }
// By its definition, not by its formula.
double gelu_gradient(double x) { return (gelu(x + 1e-5) - gelu(x - 1e-5)) / 2e-5; }

// One random product with this epilogue. AB: the elements of A and B; D: those of C and D; Bias: of the bias.
template <class AB, class D, class Bias>
std::string random_product(u32 epilogue) {
    const s64 m = 1 + random_below(40), n = 1 + random_below(40), k = 1 + random_below(40);
    const bool at = random_below(2) != 0, bt = random_below(2) != 0;
    const LtMatrix<AB> a(at ? k : m, at ? m : k, random_below(2) != 0),
        b(bt ? n : k, bt ? k : n, random_below(2) != 0);
    const LtMatrix<D> c(m, n, random_below(2) != 0), d(m, n, random_below(2) != 0);
    const TestMatrix<D> auxiliary(m, n, 3);
    const TestMatrix<Bias> bias(epilogue == kBiasGradientB ? n : m, 1, 0);
    const float alpha = 0.5, beta = random_below(2) != 0 ? 2.0f : 0.0f;
    Product product{};
    product.compute = cublas::kCompute32F;
    product.scale = CUDA_R_32F;
    product.trans_a = at ? cublas::kTransposed : cublas::kPlain;
    product.trans_b = bt ? cublas::kTransposed : cublas::kPlain;
    product.fill_mode = 2;
    product.epilogue = epilogue;
    product.bias = bias.array.device();
    product.bias_type = type_of<Bias>;
    product.auxiliary = auxiliary.array.device();
    product.auxiliary_ld = auxiliary.ld;
    product.auxiliary_type = kAsOutput;
    int handle = 0;
    CHECK(cublasLtMatmul(&handle, &product, &alpha, a.device(), &a.layout, b.device(), &b.layout, &beta,
                         c.device(), &c.layout, d.device(), &d.layout, nullptr, nullptr, 0,
                         nullptr) == cublas::kSuccess);

    const auto op_a = [&](s64 i, s64 p) { return at ? a.before(p, i) : a.before(i, p); };
    const auto op_b = [&](s64 p, s64 j) { return bt ? b.before(j, p) : b.before(p, j); };
    const double rounding = static_cast<double>(k + 8) * 0x1p-23 * 8 * static_cast<double>(k + 4);
    const auto before_epilogue = [&](s64 i, s64 j) {
        double sum = beta == 0 ? 0 : beta * c.before(i, j);
        for (s64 p = 0; p < k; ++p) sum += alpha * op_a(i, p) * op_b(p, j);
        return sum + ((epilogue & kBias) != 0 ? bias.before(i, 0) : 0);
    };
    const auto near = [&](double number) {
        return Expected{number, rounding + epsilon<D> * std::fabs(number)};
    };
    std::string wrong = differences(d.stored, [&](s64 row, s64 column) {
        const s64 i = d.by_rows ? column : row, j = d.by_rows ? row : column;
        const double x = before_epilogue(i, j);
        if ((epilogue & kRelu) != 0) return near(std::max(x, 0.0));
        if ((epilogue & kGelu) != 0) return near(gelu(x));
        if ((epilogue & kGeluGradient) != 0) {
            const Expected exact = near(x * gelu_gradient(auxiliary.before(i, j)));
            return Expected{exact.number, 2 * exact.bound + 1e-4};
        }
        return near(x);
    });
    const bool writes_auxiliary = (epilogue & kAuxiliary) != 0 && (epilogue & kGeluGradient) == 0;
    wrong += differences(auxiliary, [&](s64 i, s64 j) {
        return writes_auxiliary ? near(before_epilogue(i, j)) : Expected{auxiliary.before(i, j), 0};
    });
    wrong += differences(bias, [&](s64 i, s64) {
        double sum = 0;
        if (epilogue == kBiasGradientA)
            for (s64 p = 0; p < k; ++p) sum += op_a(i, p);
        else if (epilogue == kBiasGradientB)
            for (s64 p = 0; p < k; ++p) sum += op_b(p, i);
        else
            return Expected{bias.before(i, 0), 0};
        return Expected{sum, rounding + epsilon<Bias> * std::fabs(sum)};
    });
    return wrong.empty() ? "" : fmt::format("epilogue {}, {} x {} x {}: {}", epilogue, m, n, k, wrong);
}

template <class AB, class D, class Bias>
void check_epilogues() {
    for (const u32 epilogue : kEpilogues) {
        for (int repeat = 0; repeat < 8; ++repeat) {
            const std::string wrong = random_product<AB, D, Bias>(epilogue);
            if (!wrong.empty()) FAIL_CHECK(wrong);
        }
    }
}

// A product of 4 x 4 matrices that can be changed.
struct Small {
    LtMatrix<float> a{4, 4, false}, b{4, 4, false}, c{4, 4, false}, d{4, 4, false};
    Product product{};
    float alpha = 1, beta = 0;
    int handle = 0;
    Small() {
        product.compute = cublas::kCompute32F;
        product.scale = CUDA_R_32F;
        product.fill_mode = 2;
        product.epilogue = kDefault;
        product.bias_type = product.auxiliary_type = kAsOutput;
    }
    Status run() {
        return cublasLtMatmul(&handle, &product, &alpha, a.device(), &a.layout, b.device(), &b.layout, &beta,
                              c.device(), &c.layout, d.device(), &d.layout, nullptr, nullptr, 0, nullptr);
    }
    Status search(int& count) {
        Heuristic result{};
        Preference preference{};
        const Status status = cublasLtMatmulAlgoGetHeuristic(
            &handle, &product, &a.layout, &b.layout, &c.layout, &d.layout, &preference, 1, &result, &count);
        CHECK(result.state == cublas::kSuccess);
        return status;
    }
};

// The status of a small product after a change.
template <class Change>
Status after(const Change& change) {
    Small small;
    change(small);
    int count = 7;
    const Status status = small.run();
    CHECK(small.search(count) == status);
    CHECK(count == (status == cublas::kSuccess ? 1 : 0));
    if (status != cublas::kSuccess)
        CHECK(differences(small.d.stored, [&](s64 i, s64 j) {
                  return Expected{small.d.before(i, j), 0};
              }) == "");
    return status;
}

}  // namespace

TEST_CASE("every epilogue, in both orders, with both operations") {
    check_epilogues<float, float, float>();
    check_epilogues<Bf16, Bf16, Bf16>();
    check_epilogues<Bf16, Bf16, float>();
    check_epilogues<F16, F16, F16>();
    check_epilogues<F16, float, float>();
}

TEST_CASE("a batch has strides for each matrix, the bias and the auxiliary matrix") {
    Small small;
    constexpr s32 kCount = 3;
    const TestMatrix<float> a(4, 4 * kCount, 0), b(4, 4, 0), d(4, 4 * kCount, 1), auxiliary(4, 4 * kCount, 0),
        bias(4, kCount, 0);
    small.a.layout.batch_count = small.b.layout.batch_count = small.c.layout.batch_count =
        small.d.layout.batch_count = kCount;
    small.a.layout.ld = a.ld;
    small.a.layout.batch_stride = 4 * a.ld;
    small.b.layout.ld = b.ld;  // with a stride of 0: the same for all
    small.d.layout.ld = d.ld;
    small.d.layout.batch_stride = 4 * d.ld;
    small.product.epilogue = kGelu | kAuxiliary | kBias;
    small.product.bias = bias.array.device();
    small.product.bias_stride = bias.ld;
    small.product.auxiliary = auxiliary.array.device();
    small.product.auxiliary_ld = auxiliary.ld;
    small.product.auxiliary_stride = 4 * auxiliary.ld;
    CHECK(cublasLtMatmul(&small.handle, &small.product, &small.alpha, a.array.device(), &small.a.layout,
                         b.array.device(), &small.b.layout, &small.beta, nullptr, &small.c.layout,
                         d.array.device(), &small.d.layout, nullptr, nullptr, 0,
                         nullptr) == cublas::kSuccess);
    const auto x = [&](s64 i, s64 column) {
        double sum = bias.before(i, column / 4);
        for (s64 p = 0; p < 4; ++p) sum += a.before(i, p + column / 4 * 4) * b.before(p, column % 4);
        return sum;
    };
    CHECK(differences(auxiliary, [&](s64 i, s64 j) { return Expected{x(i, j), 1e-4}; }) == "");
    CHECK(differences(d, [&](s64 i, s64 j) { return Expected{gelu(x(i, j)), 1e-4}; }) == "");
}

TEST_CASE("alpha and beta may be on the device") {
    Small small;
    const Array<float> numbers({2, 1});
    small.product.pointers = kLtDevice;
    CHECK(cublasLtMatmul(&small.handle, &small.product, numbers.device(), small.a.device(), &small.a.layout,
                         small.b.device(), &small.b.layout, numbers.device() + 1, small.d.device(),
                         &small.d.layout, small.d.device(), &small.d.layout, nullptr, nullptr, 0,
                         nullptr) == cublas::kSuccess);
    CHECK(differences(small.d.stored, [&](s64 i, s64 j) {
              double sum = small.d.before(i, j);
              for (s64 p = 0; p < 4; ++p) sum += 2 * small.a.before(i, p) * small.b.before(p, j);
              return Expected{sum, 1e-4};
          }) == "");
}

TEST_CASE("matrices that do not fit each other, and missing pointers, are invalid values") {
    CHECK(after([](Small&) {}) == cublas::kSuccess);
    CHECK(after([](Small& small) { small.a.layout.rows = 3; }) == cublas::kInvalidValue);
    CHECK(after([](Small& small) { small.b.layout.rows = 3; }) == cublas::kInvalidValue);
    CHECK(after([](Small& small) { small.c.layout.columns = 5; }) == cublas::kInvalidValue);
    CHECK(after([](Small& small) { small.a.layout.ld = 3; }) == cublas::kInvalidValue);
    CHECK(after([](Small& small) { small.d.layout.ld = -4; }) == cublas::kInvalidValue);
    CHECK(after([](Small& small) { small.b.layout.batch_count = 2; }) == cublas::kInvalidValue);
    CHECK(after([](Small& small) { small.product.epilogue = kBias; }) == cublas::kInvalidValue);
    CHECK(after([](Small& small) { small.product.epilogue = kGelu | kAuxiliary; }) == cublas::kInvalidValue);
    CHECK(after([](Small& small) {
              small.product.epilogue = kGelu | kAuxiliary;
              small.product.auxiliary = small.a.device();
              small.product.auxiliary_ld = 3;
          }) == cublas::kInvalidValue);
    CHECK(after([](Small& small) { small.product.trans_a = static_cast<Operation>(9); }) ==
          cublas::kInvalidValue);
    Small small;
    CHECK(cublasLtMatmul(nullptr, &small.product, &small.alpha, small.a.device(), &small.a.layout,
                         small.b.device(), &small.b.layout, &small.beta, small.c.device(), &small.c.layout,
                         small.d.device(), &small.d.layout, nullptr, nullptr, 0,
                         nullptr) == cublas::kNotInitialized);
    CHECK(cublasLtMatmul(&small.handle, nullptr, &small.alpha, small.a.device(), &small.a.layout,
                         small.b.device(), &small.b.layout, &small.beta, small.c.device(), &small.c.layout,
                         small.d.device(), &small.d.layout, nullptr, nullptr, 0,
                         nullptr) == cublas::kInvalidValue);
}

TEST_CASE("what the emulator lacks is not supported, and leaves D alone") {
    CHECK(after([](Small& small) { small.product.epilogue = kRelu | kAuxiliary; }) == cublas::kNotSupported);
    CHECK(after([](Small& small) { small.product.epilogue = kGeluGradient | kAuxiliary | 16; }) ==
          cublas::kNotSupported);
    CHECK(after([](Small& small) { small.product.compute = cublas::kCompute16F; }) == cublas::kNotSupported);
    CHECK(after([](Small& small) { small.product.scale = CUDA_R_16F; }) == cublas::kNotSupported);
    CHECK(after([](Small& small) { small.a.layout.type = CUDA_R_8I; }) == cublas::kNotSupported);
    CHECK(after([](Small& small) { small.d.layout.type = CUDA_R_16F; }) == cublas::kNotSupported);
    CHECK(after([](Small& small) { small.a.layout.order = static_cast<Order>(2); }) == cublas::kNotSupported);
    CHECK(after([](Small& small) { small.product.fill_mode = 0; }) == cublas::kNotSupported);
    CHECK(after([](Small& small) { small.product.trans_c = cublas::kTransposed; }) == cublas::kNotSupported);
    CHECK(after([](Small& small) { small.product.pointers = static_cast<LtPointerMode>(2); }) ==
          cublas::kNotSupported);
}

TEST_CASE("descriptors give back what was put into them, and refuse what they do not have") {
    Product* product = nullptr;
    CHECK(cublasLtMatmulDescCreate(&product, cublas::kCompute32F, CUDA_R_32F) == cublas::kSuccess);
    s32 operation = cublas::kTransposed, read = 0;
    std::size_t written = 0;
    CHECK(cublasLtMatmulDescSetAttribute(product, kTransB, &operation, 4) == cublas::kSuccess);
    CHECK(cublasLtMatmulDescGetAttribute(product, kTransB, nullptr, 0, &written) == cublas::kSuccess);
    CHECK(written == 4);
    CHECK(cublasLtMatmulDescGetAttribute(product, kTransB, &read, 4, nullptr) == cublas::kSuccess);
    CHECK(read == cublas::kTransposed);
    CHECK(product->trans_a == cublas::kPlain);
    CHECK(cublasLtMatmulDescSetAttribute(product, kTransB, &operation, 2) == cublas::kInvalidValue);
    const void* scale = nullptr;
    CHECK(cublasLtMatmulDescSetAttribute(product, 17, &scale, sizeof scale) ==
          cublas::kSuccess);  // the scale of A: none
    scale = &read;
    CHECK(cublasLtMatmulDescSetAttribute(product, 17, &scale, sizeof scale) == cublas::kNotSupported);
    CHECK(cublasLtMatmulDescDestroy(product) == cublas::kSuccess);
}

TEST_CASE("the checks know the operands of cublasLtMatmul") {
    Small small;
    void* memory = nullptr;
    REQUIRE(cudaMalloc(&memory, 64) == cudaSuccess);
    const u64 before = simt_finding_count();
    small.product.epilogue = kBias;
    small.product.bias = memory;
    CHECK(small.run() == cublas::kSuccess);
    CHECK(simt_finding_count() == before + 1);
    CHECK(std::string(simt_call_report()).find("cublasLtMatmul (bias) reads 16 bytes") != std::string::npos);
    cudaFree(memory);
}
