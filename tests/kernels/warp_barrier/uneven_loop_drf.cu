// expect: drf
// Threads need not run the loop equally often. Which of them wait for each other is not needed here.
__global__ void k(int *out, const int *in, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        if (in[i] % 2) out[i] = in[i];
        __syncwarp();
    }
}
void launch(int *out, int *in, int n) { k<<<128, 256>>>(out, in, n); }
