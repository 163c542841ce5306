// expect: racy
// flags: --block-dim 64 --grid-dim 8

// As `fixed.cu`; but the bound is one more, so that the last group of a row may reach into the next one.
template <class T> __host__ __device__ T groups(T all, T of) {
    return (all + of - 1) / of;
}

__global__ void rows(int *to, int n) {
    for (int i = threadIdx.x; i < groups(n, 4); i += blockDim.x)
        for (int k = 0; k < 4; k++)
            to[(int)blockIdx.x * n + 4 * i + k] = i;
}
