// See matmul.hpp.
#include "emulator/libraries/cublaslt/matmul.hpp"

#include <algorithm>
#include <cmath>

#include "emulator/libraries/cublas/call.hpp"
#include "emulator/libraries/cublas/product.hpp"

namespace simt::cublaslt {
namespace {

using cublas::Memory;
using cublas::refuse;
using cublas::Scalar;
using cublas::Use;

constexpr const char* kInstead =
    "is not supported by the emulator: do without it here, or run the program on a GPU";

bool is_float(Type type) { return type == CUDA_R_32F || type == CUDA_R_16F || type == CUDA_R_16BF; }

bool sums_in_float(ComputeType compute) {
    switch (compute) {
        case cublas::kCompute32F:
        case cublas::kCompute32FPedantic:
        case cublas::kCompute32FFast16F:
        case cublas::kCompute32FFast16BF:
        case cublas::kCompute32FFastTF32:
        case cublas::kCompute32FEmulated16BFx9:
            return true;
        default:
            return false;
    }
}

// Without the bit that says that there is none.
u32 steps_of(const Product& product) { return product.epilogue & ~u32{kDefault}; }

void check_types(const Product& product, const Layouts& layouts) {
    const Type ab = layouts.a.type, d = layouts.d.type;
    if (!sums_in_float(product.compute) || product.scale != CUDA_R_32F)
        refuse(cublas::kNotSupported,
               "the compute type {} (of cublasComputeType_t) with the scale type {} (of cudaDataType) {}",
               static_cast<int>(product.compute), static_cast<int>(product.scale), kInstead);
    if (!is_float(ab) || layouts.b.type != ab || layouts.c.type != d || (d != ab && d != CUDA_R_32F))
        refuse(cublas::kNotSupported,
               "A, B, C and D of the types {}, {}, {} and {} (of cudaDataType) together {}",
               static_cast<int>(ab), static_cast<int>(layouts.b.type), static_cast<int>(layouts.c.type),
               static_cast<int>(d), kInstead);
    for (const s32 type : {product.bias_type, product.auxiliary_type})
        if (type != kAsOutput && !is_float(static_cast<Type>(type)))
            refuse(cublas::kNotSupported, "a bias or an auxiliary matrix of the type {} (of cudaDataType) {}",
                   type, kInstead);
}

void check_epilogue(const Product& product) {
    constexpr u32 kSupported[] = {0,
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
    const u32 steps = steps_of(product);
    if (!std::ranges::count(kSupported, steps))
        refuse(cublas::kNotSupported, "the epilogue {} (of cublasLtEpilogue_t) {}", product.epilogue,
               kInstead);
    if ((steps & (kBias | kBiasGradientA | kBiasGradientB)) != 0)
        cublas::check_pointer("CUBLASLT_MATMUL_DESC_BIAS_POINTER", product.bias);
    if ((steps & kAuxiliary) != 0)
        cublas::check_pointer("CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER", product.auxiliary);
}

void check_layout(const char* name, const Layout& layout, const Layouts& all) {
    if (layout.order != kByColumns && layout.order != kByRows)
        refuse(cublas::kNotSupported, "{} in the order {} (of cublasLtOrder_t) {}", name,
               static_cast<int>(layout.order), kInstead);
    if (layout.batch_mode != 0) refuse(cublas::kNotSupported, "a batch of pointers ({}) {}", name, kInstead);
    const u64 least = layout.order == kByColumns ? layout.rows : layout.columns;
    if (layout.ld < 0 || static_cast<u64>(layout.ld) < std::max<u64>(1, least))
        refuse(cublas::kInvalidValue, "the leading dimension of {} is {}: it must be at least {}", name,
               layout.ld, std::max<u64>(1, least));
    if (layout.batch_count != all.d.batch_count || layout.batch_count < 0)
        refuse(cublas::kInvalidValue, "{} has a batch of {} matrices, and D one of {}", name,
               layout.batch_count, all.d.batch_count);
}

// Rows and columns of op(matrix).
struct Shape {
    s64 rows, columns;
    bool operator==(const Shape&) const = default;
};
Shape shape_of(const Layout& layout, Operation operation) {
    const Shape plain{static_cast<s64>(layout.rows), static_cast<s64>(layout.columns)};
    return operation == cublas::kPlain ? plain : Shape{plain.columns, plain.rows};
}

// A matrix whose element (row, column) is first[row * by_row + column * by_column].
struct View {
    void* first;
    Type type;
    s64 by_row, by_column;
};

float element(const View& view, s64 row, s64 column) {
    float number = 0;
    cublas::with_element(view.type, [&](auto kind) {
        number = static_cast<float>(cublas::value(
            static_cast<const decltype(kind)*>(view.first)[row * view.by_row + column * view.by_column]));
    });
    return number;
}
void set_element(const View& view, s64 row, s64 column, float number) {
    cublas::with_real(view.type, [&](auto kind) {
        using Element = decltype(kind);
        static_cast<Element*>(view.first)[row * view.by_row + column * view.by_column] =
            cublas::rounded<Element>(number);
    });
}

// The approximation with tanh, as NVIDIA's epilogues have it.
constexpr float kRootOf2OverPi = 0.7978845608f, kCubic = 0.044715f;
float gelu(float x) { return 0.5f * x * (1 + std::tanh(kRootOf2OverPi * (x + kCubic * x * x * x))); }
float gelu_gradient(float x) {
    const float tangent = std::tanh(kRootOf2OverPi * (x + kCubic * x * x * x));
    return 0.5f * (1 + tangent) +
           0.5f * x * (1 - tangent * tangent) * kRootOf2OverPi * (1 + 3 * kCubic * x * x);
}

// max(x, 0) as a GPU's ReLU has it: what is no number stays none.
float relu(float x) { return x < 0 ? 0 : x; }

// One product of a batch.
class One {
  public:
    One(const Product& product, const Layouts& layouts, const Operands& operands, float alpha, float beta,
        s64 number, Memory& memory)
        : steps_(steps_of(product)), alpha_(alpha), beta_(beta) {
        const Shape a = shape_of(layouts.a, product.trans_a);
        rows_ = a.rows;
        columns_ = static_cast<s64>(layouts.d.columns);
        sums_ = a.columns;
        reads_ = alpha != 0 || (steps_ & (kBiasGradientA | kBiasGradientB)) != 0;
        if (reads_) {
            a_ = use(memory, "matrix A", operands.a, layouts.a, number, Use::Read);
            b_ = use(memory, "matrix B", operands.b, layouts.b, number, Use::Read);
        }
        if (product.trans_a != cublas::kPlain) std::swap(a_.by_row, a_.by_column);
        if (product.trans_b != cublas::kPlain) std::swap(b_.by_row, b_.by_column);
        if (beta != 0) c_ = use(memory, "matrix C", operands.c, layouts.c, number, Use::Read);
        d_ = use(memory, "matrix D", operands.d, layouts.d, number, Use::Write);
        const auto type = [&](s32 asked) {
            return asked == kAsOutput ? layouts.d.type : static_cast<Type>(asked);
        };
        const u32 gradient = steps_ & (kBiasGradientA | kBiasGradientB);
        if ((steps_ & kBias) != 0 || gradient != 0)
            bias_ = vector(memory, gradient ? "bias gradient" : "bias", product.bias, type(product.bias_type),
                           steps_ & kBiasGradientB ? columns_ : rows_, number * product.bias_stride,
                           gradient ? Use::Write : Use::Read);
        if ((steps_ & kAuxiliary) != 0) {
            const Layout layout{type(product.auxiliary_type),
                                kByColumns,
                                static_cast<u64>(rows_),
                                static_cast<u64>(columns_),
                                product.auxiliary_ld,
                                1,
                                0,
                                product.auxiliary_stride,
                                0};
            auxiliary_ = use(memory, "auxiliary matrix", product.auxiliary, layout, number,
                             steps_ & kGeluGradient ? Use::Read : Use::Write);
        }
    }

    void compute() const {
        const auto factor = [](const View& view) {
            const bool transposed = view.by_row != 1;
            return cublas::Factor{view.first, view.type, transposed ? view.by_row : view.by_column,
                                  transposed};
        };
        cublas::multiply<float>(rows_, columns_, alpha_ == 0 ? 0 : sums_, factor(a_), factor(b_),
                                [&](s64 row, s64 column, s64 rows, s64 columns, const float* sums) {
                                    for (s64 j = 0; j < columns; ++j)
                                        for (s64 i = 0; i < rows; ++i)
                                            store(row + i, column + j,
                                                  sums[i * cublas::kTileColumns<float> + j]);
                                });
        if ((steps_ & kBiasGradientA) != 0)
            for (s64 i = 0; i < rows_; ++i)
                set_element(bias_, i, 0, sum([&](s64 p) { return element(a_, i, p); }));
        if ((steps_ & kBiasGradientB) != 0)
            for (s64 j = 0; j < columns_; ++j)
                set_element(bias_, j, 0, sum([&](s64 p) { return element(b_, p, j); }));
    }

  private:
    static View use(Memory& memory, const char* name, const void* first, const Layout& layout, s64 number,
                    Use use) {
        const bool by_columns = layout.order == kByColumns;
        const u64 offset = static_cast<u64>(number * layout.batch_stride) * cublas::size_of(layout.type);
        const auto rows = static_cast<s64>(layout.rows), columns = static_cast<s64>(layout.columns);
        void* const host = memory.matrix(
            name, reinterpret_cast<const void*>(reinterpret_cast<u64>(first) + offset), layout.type,
            by_columns ? rows : columns, by_columns ? columns : rows, layout.ld, use);
        return {host, layout.type, by_columns ? 1 : layout.ld, by_columns ? layout.ld : 1};
    }
    static View vector(Memory& memory, const char* name, const void* first, Type type, s64 count, s64 behind,
                       Use use) {
        const u64 address = reinterpret_cast<u64>(first) + static_cast<u64>(behind) * cublas::size_of(type);
        return {memory.vector({name, reinterpret_cast<const void*>(address), type, count, 1}, use), type, 1,
                0};
    }

    template <class Term>
    float sum(const Term& term) const {
        double total = 0;
        for (s64 p = 0; p < sums_; ++p) total += double{term(p)};
        return static_cast<float>(total);
    }

    void store(s64 row, s64 column, float sum) const {
        float x = alpha_ * sum;
        if (beta_ != 0) x += beta_ * element(c_, row, column);
        if ((steps_ & kBias) != 0) x += element(bias_, row, 0);
        if ((steps_ & kGeluGradient) != 0)
            x *= gelu_gradient(element(auxiliary_, row, column));
        else if ((steps_ & kAuxiliary) != 0)
            set_element(auxiliary_, row, column, x);
        if ((steps_ & kRelu) != 0) x = relu(x);
        if ((steps_ & kGelu) != 0) x = gelu(x);
        set_element(d_, row, column, x);
    }

    u32 steps_;
    float alpha_, beta_;
    s64 rows_ = 0, columns_ = 0, sums_ = 0;
    bool reads_ = false;
    // Of op(A) and op(B), not of A and B.
    View a_{nullptr, CUDA_R_32F, 1, 1}, b_{nullptr, CUDA_R_32F, 1, 1}, c_{}, d_{}, bias_{}, auxiliary_{};
};

}  // namespace

void check_matmul(const Product& product, const Layouts& layouts) {
    check_types(product, layouts);
    cublas::check_choice("CUBLASLT_MATMUL_DESC_TRANSA", product.trans_a, cublas::kConjugateTransposed);
    cublas::check_choice("CUBLASLT_MATMUL_DESC_TRANSB", product.trans_b, cublas::kConjugateTransposed);
    if (product.trans_c != cublas::kPlain) refuse(cublas::kNotSupported, "a transposed C {}", kInstead);
    if (product.fill_mode != 2)
        refuse(cublas::kNotSupported, "a product of which only a triangle is wanted {}", kInstead);
    if (product.pointers != kLtHost && product.pointers != kLtDevice)
        refuse(cublas::kNotSupported, "the pointer mode {} (of cublasLtPointerMode_t) {}",
               static_cast<int>(product.pointers), kInstead);
    check_layout("A", layouts.a, layouts);
    check_layout("B", layouts.b, layouts);
    check_layout("C", layouts.c, layouts);
    check_layout("D", layouts.d, layouts);
    const Shape a = shape_of(layouts.a, product.trans_a), b = shape_of(layouts.b, product.trans_b),
                c = shape_of(layouts.c, cublas::kPlain), d = shape_of(layouts.d, cublas::kPlain);
    if (a.columns != b.rows || d != Shape{a.rows, b.columns} || c != d)
        refuse(cublas::kInvalidValue,
               "op(A) is {} x {}, op(B) {} x {}, C {} x {} and D {} x {}: these do not fit each other",
               a.rows, a.columns, b.rows, b.columns, c.rows, c.columns, d.rows, d.columns);
    check_epilogue(product);
    if ((steps_of(product) & kAuxiliary) != 0)
        cublas::check_at_least("CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD", product.auxiliary_ld,
                               std::max<s64>(1, d.rows));
}

void matmul(const Product& product, const Layouts& layouts, const Operands& operands, cudaStream_t stream) {
    const auto mode = product.pointers == kLtDevice ? cublas::kDevicePointers : cublas::kHostPointers;
    const Scalar alpha = cublas::scalar(mode, "alpha", operands.alpha, product.scale),
                 beta = cublas::scalar(mode, "beta", operands.beta, product.scale);
    const Layout a = layouts.a, b = layouts.b, c = layouts.c,
                 d = layouts.d;  // the program may change them after the call
    if (d.rows == 0 || d.columns == 0) return;
    cublas::work(stream, false, [=](Memory& memory) {
        const auto first = static_cast<float>(memory.number(alpha)),
                   second = static_cast<float>(memory.number(beta));
        std::vector<One> batch;
        for (s64 number = 0; number < d.batch_count; ++number)
            batch.emplace_back(product, Layouts{a, b, c, d}, operands, first, second, number, memory);
        for (const One& one : batch) one.compute();
    });
}

}  // namespace simt::cublaslt
