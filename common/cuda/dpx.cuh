// DPX: instructions that add integers and take their minimum. Toolkits before CUDA 12 lack their names; a rung that
// includes this header compiles from CUDA 11.8 on. The PTX is the same, except for pairs of 16 bits. These are
// macros, so that their instructions count on the line of the call.
#pragma once

#include <cuda_runtime.h>

#if defined(__CUDACC__) && CUDART_VERSION < 12000
#define __vimin3_s32(a, b, c) min(min(a, b), c)
#define __viaddmin_s32(a, b, c) min((a) + (b), c)
#define __viaddmin_s16x2(a, b, c) __vmins2(__vadd2(a, b), c)
#endif
