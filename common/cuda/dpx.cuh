// DPX, instructions that add and take minima of integers, for toolkits before CUDA 12, which do not have their names: a rung that
// includes this compiles from CUDA 11.8 on. The PTX is the same, but for pairs of 16 bits. Macros, so that what they do counts on the
// line of the call.
#pragma once

#include <cuda_runtime.h>

#if defined(__CUDACC__) && CUDART_VERSION < 12000
#define __vimin3_s32(a, b, c) min(min(a, b), c)
#define __viaddmin_s32(a, b, c) min((a) + (b), c)
#define __viaddmin_s16x2(a, b, c) __vmins2(__vadd2(a, b), c)
#endif
