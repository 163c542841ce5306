// expect: racy

// Rows meet without any wrapping around: there is no condition on `x`.
__global__ void put(float *a, const float *f, unsigned width, unsigned height) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y < height && f[0] > 0.5f) a[y * width + x] = 1;
}

void host(float *a, const float *f, unsigned w, unsigned h) {
    put<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(a, f, w, h);
}
