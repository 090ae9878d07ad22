// See shapes.hpp.
#include "chapters/04-matmul/more/shapes.hpp"

#include <algorithm>
#include <stdexcept>

#include "common/cuda/check.hpp"
#include "common/ladder/csv.hpp"
#include "common/ladder/files.hpp"
#include "common/ladder/machine.hpp"
#include "common/ladder/random_input.hpp"

namespace shapes {
namespace {

constexpr const char* kFile = "chapters/04-matmul/more/shapes.csv";

std::size_t columns_apart(std::size_t rows, std::size_t cols, std::size_t stride) {
    return rows + (stride - cols);
}

// The matrix stored by columns: column j of `rows` x `cols` elements, whose rows are `stride` apart, starts at j *
// columns_apart().
std::vector<float> turned(const std::vector<float>& from, std::size_t rows, std::size_t cols,
                          std::size_t stride) {
    const std::size_t apart = columns_apart(rows, cols, stride);
    std::vector<float> to(cols * apart);
    constexpr std::size_t kBlock = 32;  // side of a block that fits the cache in both matrices
#pragma omp parallel for
    for (std::size_t first_row = 0; first_row < rows; first_row += kBlock)
        for (std::size_t first_col = 0; first_col < cols; first_col += kBlock)
            for (std::size_t i = first_row; i < std::min(rows, first_row + kBlock); ++i)
                for (std::size_t j = first_col; j < std::min(cols, first_col + kBlock); ++j)
                    to[j * apart + i] = from[i * stride + j];
    return to;
}

std::vector<float> random(std::size_t elements) {
    std::vector<float> values(elements);
    ladder::fill_random(values.data(), values.size(), ladder::fresh_seed(), -1, 1);
    return values;
}

}  // namespace

std::string name_of(const Shape& shape) {
    const std::string size =
        std::to_string(shape.m) + "x" + std::to_string(shape.n) + "x" + std::to_string(shape.k);
    if (shape.lda == shape.k && shape.ldb == shape.n && shape.ldc == shape.n) return size;
    return size + ", rows of " + std::to_string(shape.lda) + ", " + std::to_string(shape.ldb) + ", " +
           std::to_string(shape.ldc);
}

std::vector<Shape> parse(const std::string& csv) {
    std::vector<Shape> shapes;
    for (const ladder::CsvRow& row : ladder::parse_csv(csv)) {
        const auto number = [&](const char* heading) {
            const auto cell = row.find(heading);
            if (cell == row.end())
                throw std::runtime_error(std::string("there is no column '") + heading + "'");
            return static_cast<std::size_t>(std::stoull(cell->second));
        };
        shapes.push_back({number("m"), number("n"), number("k"), number("lda"), number("ldb"), number("ldc"),
                          number("bar") != 0});
    }
    return shapes;
}

std::vector<Shape> all() { return parse(ladder::read_file(kFile)); }

Matrices::Matrices(const Shape& shape, bool by_columns)
    : shape_(shape),
      host_a_(random(shape.m * shape.lda)),
      host_b_(random(shape.k * shape.ldb)),
      a_(host_a_),
      b_(host_b_),
      c_(shape.m * shape.ldc) {
    if (!by_columns) return;
    a_turned_ = gpu::Buffer<float>(turned(host_a_, shape.m, shape.k, shape.lda));
    b_turned_ = gpu::Buffer<float>(turned(host_b_, shape.k, shape.n, shape.ldb));
}

Gemm Matrices::gemm(cublas::Layout layout) {
    const Shape& s = shape_;
    return {s.m,
            s.n,
            s.k,
            1,
            (layout.a_by_columns ? a_turned_ : a_).data(),
            layout.a_by_columns ? columns_apart(s.m, s.k, s.lda) : s.lda,
            (layout.b_by_columns ? b_turned_ : b_).data(),
            layout.b_by_columns ? columns_apart(s.k, s.n, s.ldb) : s.ldb,
            0,
            c_.data(),
            s.ldc};
}

Gemm Matrices::on_host() const {
    return {shape_.m,       shape_.n,   shape_.k, 1,       host_a_.data(), shape_.lda,
            host_b_.data(), shape_.ldb, 0,        nullptr, shape_.n};
}

std::vector<float> Matrices::product() const {
    std::vector<float> all = c_.to_host();
    if (shape_.ldc == shape_.n) return all;
    std::vector<float> product(shape_.m * shape_.n);
    for (std::size_t row = 0; row < shape_.m; ++row)
        std::copy_n(&all[row * shape_.ldc], shape_.n, &product[row * shape_.n]);
    return product;
}

Flush::Flush() : bytes_(2 * ladder::this_machine().l2_bytes) {}

void Flush::operator()() { CUDA_CHECK(cudaMemsetAsync(bytes_.data(), 0, bytes_.bytes())); }

}  // namespace shapes
