// expect: divergence
//--blockDim=64 --gridDim=1

// Each thread has a number of its own.
__global__ void scaled(float *a, float scale) {
    scale += threadIdx.x;
    if (scale > 0.5f) __syncthreads();
    a[threadIdx.x] = scale;
}
