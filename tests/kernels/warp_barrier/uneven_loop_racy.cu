// expect: racy
// As uneven_loop_drf.cu; no barrier of a warp orders two blocks.
__global__ void k(int *out, const int *in, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        if (in[i] % 2) out[i % 256] = i;
        __syncwarp();
    }
}
void launch(int *out, int *in, int n) { k<<<128, 256>>>(out, in, n); }
