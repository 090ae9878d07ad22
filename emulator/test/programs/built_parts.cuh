// What the two files of built.cu know of each other.
#pragma once

using Function = int (*)(int);

#ifdef SEPARATE_FILES
extern __device__ int other_count;
extern __constant__ int other_constant[3];
extern __device__ Function other_functions[2];
#endif
__device__ int other_square(int x);
__device__ int other_apply(Function function, int x);
int other_run();
