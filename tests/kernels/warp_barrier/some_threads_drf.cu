// expect: drf
// A barrier of half a warp.
__global__ void k(int *out) {
    __shared__ int s[64];
    if (threadIdx.x % 32 < 16) {
        s[threadIdx.x] = 1;
        __syncwarp(0xffff);
        out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
    }
}
void launch(int *out) { k<<<4, 64>>>(out); }
