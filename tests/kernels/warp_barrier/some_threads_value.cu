// expect: racy
// What another thread of the warp has written decides who writes; two warps do.
__global__ void k(int *out) {
    __shared__ int s[64];
    int before = s[threadIdx.x / 32];
    __syncwarp(0xffffffff);
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = before + 1;
    if (threadIdx.x % 32 < 16) {
        __syncwarp(0xffff);
        int after = s[threadIdx.x / 32];
        if (after != before && threadIdx.x % 32 > 0) *out = threadIdx.x;
    }
}
void launch(int *out) { k<<<1, 64>>>(out); }
