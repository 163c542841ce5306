// expect: drf
// The bits of a number go through a structure that is made of either, and becomes it.
#include <cuda_bf16.h>
__device__ __nv_bfloat16 kept(unsigned short bits) { return __nv_bfloat16_raw{bits}; }
__global__ void k(__nv_bfloat16 *a, unsigned short *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __nv_bfloat16 x = a[i];
    a[i] = kept(((__nv_bfloat16_raw)x).x);
    b[i] = ((__nv_bfloat16_raw)x).x;
}
