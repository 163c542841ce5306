// expect: potential
// flags: --strict

// Rows meet where `y * width + x` wraps around, and nothing but the launch is assumed.
__global__ void put(float *a, const float *f, unsigned width, unsigned height) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height && f[0] == 1.25f) a[y * width + x] = 1;
}

void host(float *a, const float *f, unsigned w, unsigned h) {
    put<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(a, f, w, h);
}
