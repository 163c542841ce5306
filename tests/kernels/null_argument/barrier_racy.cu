// expect: racy
// Where there is no scale, no barrier stands between.
__global__ void scaled(float *out, const float *scale) {
    __shared__ float all[64];
    all[threadIdx.x] = threadIdx.x;
    if (scale != nullptr) {
        __syncthreads();
    }
    out[threadIdx.x] = all[63 - threadIdx.x];
}

void run(float *out) { scaled<<<1, 64>>>(out, nullptr); }
