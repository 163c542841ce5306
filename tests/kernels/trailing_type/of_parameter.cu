// expect: unsupported
// flags: --block-dim 64 --grid-dim 1
// The type is that of the parameter, and not of the variable of the file.
__device__ unsigned char n;
__device__ auto same(int n) -> decltype(n) { return n; }
__global__ void k(int *p) {
    p[same(threadIdx.x * 8)] = threadIdx.x;
}
