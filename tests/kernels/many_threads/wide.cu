// expect: drf
// flags: --block-dim 1024 --grid-dim 8388608

__global__ void k(char *a) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = threadIdx.x;
}
