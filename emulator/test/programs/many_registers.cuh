// A kernel of as many registers as a test wants.
#pragma once

// Keeps N values alive across a barrier: more than N registers a thread.
template <int N>
__global__ void many_registers(float* p) {
    float values[N];
#pragma unroll
    for (int k = 0; k < N; ++k) values[k] = p[32 * k + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < N; ++k) p[32 * k + threadIdx.x] = values[N - 1 - k] * values[k];
}
