// expect: racy
// flags: --block-dim 1024 --grid-dim 8388608

// There are 2^33 threads: the numbers of 32 bits begin again.
__global__ void k(char *a) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = threadIdx.x;
}
