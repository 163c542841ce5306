// expect: racy
// flags: --strict --block-dim 1023 --grid-dim 2099202

// Where `i` wraps around, nothing is written until it is positive once more: 4 + 2 * (1023 * 2099202) is 0.
__global__ void iota(int *a, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        if (i >= 0) a[i] = i;
}
