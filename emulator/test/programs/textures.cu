// Arrays, textures and surfaces, compared with the programming guide's formulas in an H200's bits (textures_reference.cuh). With an
// argument it does what goes wrong under that name; comments mark the lines that the messages have to name.
#include "emulator/test/programs/textures_shapes.cuh"
#include "emulator/test/programs/textures_surfaces.cuh"

namespace {

const Computation kTextures[] = {{"lines", lines},
                                 {"planes", planes},
                                 {"volumes", volumes},
                                 {"element_types", element_types},
                                 {"normalized_types", normalized_types},
                                 {"halves", halves},
                                 {"srgb", srgb},
                                 {"layers", layers},
                                 {"cubemaps", cubemaps},
                                 {"linear_memory", linear_memory},
                                 {"pitched_memory", pitched_memory},
                                 {"mipmaps", mipmaps},
                                 {"gathers", gathers},
                                 {"surfaces", surfaces},
                                 {"surfaces_of_every_shape", surfaces_of_every_shape},
                                 {"copies_of_rows", copies_of_rows},
                                 {"copies_of_bytes", copies_of_bytes},
                                 {"copies_of_boxes", copies_of_boxes},
                                 {"answers", answers}};

// ---- what goes wrong in a kernel

__global__ void fetch_wrongly(cudaTextureObject_t texture, float* out) {
    out[threadIdx.x] = tex2D<float>(texture, static_cast<float>(threadIdx.x), 0.5f);  // fetch
}
__global__ void write_outside(cudaSurfaceObject_t surface) {
    surf2Dwrite(1.0f, surface, static_cast<int>(threadIdx.x * sizeof(float)), 0);  // write_outside
}
__global__ void read_own_results(cudaSurfaceObject_t surface, cudaTextureObject_t texture, float* out) {
    const int x = static_cast<int>(threadIdx.x);
    surf2Dwrite(2.0f, surface, x * static_cast<int>(sizeof(float)), 0);
    out[x] = tex2D<float>(texture, static_cast<float>(x), 0);  // stale
}

const char* run_wrong_kernel(const char* name) {
    const auto is = [name](const char* other) { return std::strcmp(name, other) == 0; };
    const gpu_test::Array array(std::vector<float>(8 * 3), 8, 3, 0,
                                is("not_for_surfaces") ? cudaArrayDefault : cudaArraySurfaceLoadStore);
    const gpu_test::Surface surface(array);
    gpu::Buffer<float> out(32);
    cudaTextureObject_t texture = 0;
    {
        const gpu_test::Texture other(array, description({}));
        if (is("stale")) read_own_results<<<1, 8>>>(surface.object, other.object, out.data());
        if (is("stale")) cudaDeviceSynchronize();
        texture = other.object;
    }
    if (is("write_outside") || is("not_for_surfaces")) write_outside<<<1, 32>>>(surface.object);
    if (is("destroyed")) fetch_wrongly<<<1, 8>>>(texture, out.data());
    if (is("surface_as_texture")) fetch_wrongly<<<1, 8>>>(surface.object, out.data());
    if (is("no_object")) fetch_wrongly<<<1, 8>>>(0, out.data());
    return cudaGetErrorName(cudaDeviceSynchronize());
}

// ---- wrong calls

#define SHOW(call) std::printf("%s\n", cudaGetErrorName(call))

void run_wrong_calls() {
    const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>(),
                                three = cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat),
                                ints = cudaCreateChannelDesc<int>();
    cudaArray_t array = nullptr, other = nullptr;
    SHOW(cudaMallocArray(&array, &floats, 0, 4));
    SHOW(cudaMallocArray(&array, &three, 4, 4));
    SHOW(cudaMallocArray(&array, &floats, 200000, 4));
    SHOW(cudaMalloc3DArray(&array, &floats, make_cudaExtent(4, 5, 6), cudaArrayCubemap));
    SHOW(cudaMallocArray(&array, &ints, 4, 4));
    const float values[16] = {};
    SHOW(cudaMemcpy2DToArray(array, 4, 0, values, 16, 16, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2DToArray(array, 0, 1, values, 16, 16, 4, cudaMemcpyHostToDevice));
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc texture{};
    texture.filterMode = cudaFilterModeLinear;
    cudaTextureObject_t object = 0;
    SHOW(cudaCreateTextureObject(&object, &resource, &texture, nullptr));
    gpu::Buffer<int> memory(16);
    cudaResourceDesc linear{};
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear = {memory.data(), ints, memory.bytes()};
    SHOW(cudaCreateTextureObject(&object, &linear, &texture, nullptr));
    texture.filterMode = cudaFilterModePoint;
    texture.readMode = cudaReadModeNormalizedFloat;
    SHOW(cudaCreateTextureObject(&object, &resource, &texture, nullptr));
    cudaSurfaceObject_t surface = 0;
    SHOW(cudaCreateSurfaceObject(&surface, &resource));
    SHOW(cudaFreeArray(array));
    SHOW(cudaFreeArray(array));
    texture.readMode = cudaReadModeElementType;
    SHOW(cudaCreateTextureObject(&object, &resource, &texture, nullptr));
    SHOW(cudaDestroyTextureObject(12345));
    SHOW(cudaFreeArray(nullptr));
    SHOW(cudaMallocArray(&other, &floats, 4));
    SHOW(cudaFreeArray(other));
}

void leak() {
    cudaArray_t array = nullptr;
    const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    SHOW(cudaMallocArray(&array, &floats, 4));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 1)
        run_all(kTextures);
    else if (std::strcmp(argv[1], "calls") == 0)
        run_wrong_calls();
    else if (std::strcmp(argv[1], "leak") == 0)
        leak();
    else
        std::printf("%s\n", run_wrong_kernel(argv[1]));
    return 0;
}
