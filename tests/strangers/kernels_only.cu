#include "kernels.h"
#include "config.h"

// Device side of libvec; vec.cpp has the rest and launches them (one dimension, TPB threads).

extern "C" {

__global__ void vec_copy(float *dst, const float *src, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        dst[i] = src[i];
}

__global__ void vec_iota(int *dst, int n)
{
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        dst[i] = i;
}

__global__ void mat_zero(float *m, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols)
        m[r * cols + c] = 0.0f;
}

__global__ void vec_sum(const float *v, float *sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        *sum += v[i];
}

__global__ void vec_rotate(float *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float next = v[(i + 1) % n];
    __syncthreads();
    v[i] = next;
}

} // extern "C"
// expect vec_copy: race free, assuming missing-header, launch -- for any 1-D launch
// expect vec_iota: race free, assuming missing-header, launch -- for any 1-D launch
// expect mat_zero: race free, assuming missing-header, launch -- for any 2-D launch
// expect vec_sum: racy, assuming missing-header, launch -- no atomic
// expect vec_rotate: racy with divergence, assuming missing-header, launch -- the barrier orders one block only, and threads behind n do not come to it
