// A layer of a network by cublasLtMatmul, as a program with NVIDIA's header asks for it: forwards with bias and GELU, and the
// gradient. Prints a line for each call or result that is wrong, and "N checks" at the end.
#include <cublasLt.h>

#include <cmath>
#include <cstdio>
#include <vector>

namespace {

int checks = 0;

void check(const char* what, bool right) {
    ++checks;
    if (!right) std::printf("%s: wrong\n", what);
}
#define CALL(call) check(#call, (call) == CUBLAS_STATUS_SUCCESS)

struct Device {
    float* first = nullptr;
    std::size_t count;
    Device(const std::vector<float>& numbers) : count(numbers.size()) {
        cudaMalloc(&first, count * sizeof(float));
        cudaMemcpy(first, numbers.data(), count * sizeof(float), cudaMemcpyHostToDevice);
    }
    ~Device() { cudaFree(first); }
    std::vector<float> now() const {
        std::vector<float> numbers(count);
        cudaMemcpy(numbers.data(), first, count * sizeof(float), cudaMemcpyDeviceToHost);
        return numbers;
    }
};

bool near(const std::vector<float>& numbers, const std::vector<double>& expected) {
    bool same = numbers.size() == expected.size();
    for (std::size_t k = 0; same && k < expected.size(); ++k)
        same = std::fabs(numbers[k] - expected[k]) < 1e-4;
    return same;
}

double gelu(double x) {
    return 0.5 * x * (1 + std::tanh(std::sqrt(2 / 3.14159265358979) * (x + 0.044715 * x * x * x)));
}

cublasLtHandle_t handle;

// D = epilogue(A B), where A is 2 x 3 and B 3 x 2, by columns.
void multiply(cublasLtEpilogue_t epilogue, const Device& a, const Device& b, Device& d, const float* bias,
              float* auxiliary) {
    cublasLtMatmulDesc_t operation;
    cublasLtMatrixLayout_t layouts[3];
    cublasLtMatmulPreference_t preference;
    const cublasOperation_t plain = CUBLAS_OP_N;
    const int64_t ld = 2;
    CALL(cublasLtMatmulDescCreate(&operation, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    CALL(cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_TRANSA, &plain, sizeof plain));
    CALL(
        cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue));
    CALL(cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias));
    CALL(cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &auxiliary,
                                        sizeof auxiliary));
    CALL(cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &ld, sizeof ld));
    CALL(cublasLtMatrixLayoutCreate(&layouts[0], CUDA_R_32F, 2, 3, 2));
    CALL(cublasLtMatrixLayoutCreate(&layouts[1], CUDA_R_32F, 3, 2, 3));
    CALL(cublasLtMatrixLayoutCreate(&layouts[2], CUDA_R_32F, 2, 2, 2));
    CALL(cublasLtMatmulPreferenceCreate(&preference));
    const std::size_t workspace = 1 << 20;
    CALL(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                              &workspace, sizeof workspace));
    cublasLtMatmulHeuristicResult_t found;
    int count = 0;
    CALL(cublasLtMatmulAlgoGetHeuristic(handle, operation, layouts[0], layouts[1], layouts[2], layouts[2],
                                        preference, 1, &found, &count));
    check("one algorithm",
          count == 1 && found.state == CUBLAS_STATUS_SUCCESS && found.workspaceSize <= workspace);
    const float one = 1, zero = 0;
    CALL(cublasLtMatmul(handle, operation, &one, a.first, layouts[0], b.first, layouts[1], &zero, d.first,
                        layouts[2], d.first, layouts[2], &found.algo, nullptr, 0, nullptr));
    for (const auto& layout : layouts) CALL(cublasLtMatrixLayoutDestroy(layout));
    CALL(cublasLtMatmulPreferenceDestroy(preference));
    CALL(cublasLtMatmulDescDestroy(operation));
}

}  // namespace

int main() {
    CALL(cublasLtCreate(&handle));
    const Device a({1, 2, 3, 4, 5, 6}), b({0.1f, 0, 0.2f, -0.1f, 0.3f, -0.3f}), bias({0.5f, -0.25f});
    Device d({0, 0, 0, 0}), auxiliary({9, 9, 9, 9}), gradient({0, 0});
    const std::vector<double> product = {1.1, 1.4, -0.7, -0.8};
    multiply(CUBLASLT_EPILOGUE_DEFAULT, a, b, d, nullptr, nullptr);
    check("the product", near(d.now(), product));
    multiply(CUBLASLT_EPILOGUE_GELU_AUX_BIAS, a, b, d, bias.first, auxiliary.first);
    const std::vector<double> before = {1.6, 1.15, -0.2, -1.05};
    check("what goes into GELU", near(auxiliary.now(), before));
    check("GELU", near(d.now(), {gelu(1.6), gelu(1.15), gelu(-0.2), gelu(-1.05)}));
    multiply(CUBLASLT_EPILOGUE_DGELU, a, b, d, nullptr, auxiliary.first);
    std::vector<double> slopes;
    for (std::size_t k = 0; k < 4; ++k)
        slopes.push_back(product[k] * (gelu(before[k] + 1e-6) - gelu(before[k] - 1e-6)) / 2e-6);
    check("the gradient of GELU", near(d.now(), slopes));
    multiply(CUBLASLT_EPILOGUE_BGRADB, a, b, d, gradient.first, nullptr);
    check("the gradient of the bias", near(gradient.now(), {0.3, -0.1}));

    // On the program's stack, and what is refused.
    cublasLtMatrixLayoutOpaque_t layout;
    cublasLtMatmulDescOpaque_t operation;
    CALL(cublasLtMatrixLayoutInit(&layout, CUDA_R_16F, 5, 7, 6));
    CALL(cublasLtMatmulDescInit(&operation, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    uint64_t rows = 0;
    std::size_t written = 0;
    CALL(
        cublasLtMatrixLayoutGetAttribute(&layout, CUBLASLT_MATRIX_LAYOUT_ROWS, &rows, sizeof rows, &written));
    check("the rows of a layout", rows == 5 && written == sizeof rows);
    cublasLtMatrixTransformDesc_t transform;
    check("cublasLtMatrixTransformDescCreate",
          cublasLtMatrixTransformDescCreate(&transform, CUDA_R_32F) == CUBLAS_STATUS_NOT_SUPPORTED);
    check("cublasLtGetVersion",
          cublasLtGetVersion() > 110000 && cublasLtGetStatusName(CUBLAS_STATUS_SUCCESS)[0] == 'C');
    CALL(cublasLtDestroy(handle));
    std::printf("%d checks\n", checks);
    return 0;
}
