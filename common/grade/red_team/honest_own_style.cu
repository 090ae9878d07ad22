// 02.1, solved: constants by #define, using namespace std, shared memory in one dimension, several statements a line.
#include <bits/stdc++.h>
using namespace std;
#define N 32
#define AT(a, y, x, w) a[(y) * (w) + (x)]
// clang-format off
__global__ void T(float*o,const float*i,size_t r,size_t c){__shared__ float s[N*(N+1)];
size_t y=blockIdx.y*N+threadIdx.y,x=blockIdx.x*N+threadIdx.x;
AT(s,threadIdx.y,threadIdx.x,N+1)=AT(i,y,x,c);__syncthreads();
AT(o,blockIdx.x*N+threadIdx.y,blockIdx.y*N+threadIdx.x,r)=AT(s,threadIdx.x,threadIdx.y,N+1);}
void transpose(float*o,const float*i,size_t r,size_t c){T<<<dim3(c/N,r/N),dim3(N,N)>>>(o,i,r,c);}
// clang-format on
