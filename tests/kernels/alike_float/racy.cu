// expect: racy
//--blockDim=64 --gridDim=1

__global__ void scaled(float *a, float scale) {
    __shared__ float s[64];
    if (scale * 2.0f > sqrtf(scale)) {
        s[threadIdx.x] = a[threadIdx.x] * scale;
        __syncthreads();
        a[threadIdx.x] = s[63 - threadIdx.x];
        s[threadIdx.x] = 0.0f;
    }
}
