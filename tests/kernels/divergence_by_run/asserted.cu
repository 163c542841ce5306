// expect: potential
//--blockDim=64 --gridDim=1
#include <assert.h>

// The threads that would not come have ended by what they assert.
__global__ void together(int n, const float *x, float *y) {
    float sum = 0;
    for (int i = 0; x[i] > sum; i++) sum += x[i];
    assert(n == 0 || threadIdx.x > 3);
    if (n != 0 && threadIdx.x <= 3) return;
    y[threadIdx.x] = sum;
    __syncthreads();
}
