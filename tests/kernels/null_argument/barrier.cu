// expect: drf
// All threads get one answer: they reach the barrier together.
__global__ void scaled(float *out, const float *scale) {
    __shared__ float all[64];
    all[threadIdx.x] = threadIdx.x;
    if (scale) {
        __syncthreads();
        out[threadIdx.x] = all[63 - threadIdx.x] * scale[0];
    }
}

void run(float *out, const float *scale) { scaled<<<1, 64>>>(out, scale); }
