// expect: drf
// flags: --block-dim 64 --grid-dim 1
// A copy of each element is changed.
__global__ void k(int *p) {
    __shared__ int s[64];
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    for (auto x : s) x += threadIdx.x;
}
