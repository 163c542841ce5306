// expect: potential
// The barrier orders the two accesses where threads run the loop equally often, which they do.
__global__ void k(int *out, int n) {
    __shared__ int s[256];
    for (int i = threadIdx.x / 32; i < n + threadIdx.x / 32; i++) {
        s[threadIdx.x] = i;
        __syncwarp();
        out[threadIdx.x] += s[threadIdx.x ^ 1];
        __syncwarp();
    }
}
void launch(int *out, int n) { k<<<1, 256>>>(out, n); }
