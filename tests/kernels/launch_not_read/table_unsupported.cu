// expect: unsupported
// flags: --strict

// Which arguments the table has is not followed.
__global__ void k(float *a, const float *b) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] = b[i + 1]; }

int main() {
    float *x;
    cudaMalloc(&x, 400);
    void *table[2] = {&x, &x};
    cudaLaunchKernel((const void *)&k, 1, 64, &table[0], 0, 0);
}
