// expect: divergence
// The size of the host's array is evaluated, and changes `n`.
__global__ void k(float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        __shared__ float half[32];
        half[threadIdx.x] = out[i];
        __syncthreads();
        out[i] = half[31 - threadIdx.x];
    }
}
int main() {
    int n = 64;
    float *out, *host;
    cudaMalloc(&out, n * sizeof(float));
    host = new float[n -= 1];
    k<<<2, 32>>>(out, n);
}
