// expect: drf
//--blockDim=64 --gridDim=4

#include <cuda_fp16.h>
#include <cuda_bf16.h>

__global__ void axpy(half2 *y, const half2 *x, half a, __nv_bfloat16 *b, float *f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = __hfma2(__halves2half2(a, a), x[i], y[i]);
    b[i] = __float2bfloat16(__bfloat162float(b[i]) + __half2float(__low2half(y[i])));
    f[i] = __hgt(a, __float2half(1.0f)) ? __high2float(x[i]) : 0.0f;
}
