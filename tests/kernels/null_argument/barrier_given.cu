// expect: drf
// The other side: nothing takes part where there is no scale.
__global__ void scaled(float *out, const float *scale) {
    __shared__ float all[64];
    if (scale == nullptr) {
        out[threadIdx.x] = threadIdx.x;
        return;
    }
    all[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = all[63 - threadIdx.x] * *scale;
}

void run(float *out) { scaled<<<1, 64>>>(out, nullptr); }
