// expect: racy
// The device's name of memory of the host leads to the same memory.
__global__ void blur(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (0 < i && i < n - 1) out[i] = in[i - 1] + in[i + 1];
}

void run(int n) {
    float *host, *device;
    cudaHostAlloc((void **)&host, n * sizeof(float), cudaHostAllocMapped);
    cudaHostGetDevicePointer((void **)&device, host, 0);
    blur<<<(n + 255) / 256, 256>>>(host, device, n);
}
