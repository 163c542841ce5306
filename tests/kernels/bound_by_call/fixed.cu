// expect: drf
// flags: --block-dim 64 --grid-dim 8

// The bound of the loop is a call that computes, and is the same in each iteration: each thread goes on by a block.
template <class T> __host__ __device__ T groups(T all, T of) {
    return (all + of - 1) / of;
}

__global__ void rows(int *to, int n) {
    for (int i = threadIdx.x; i < groups(n, 4); i += blockDim.x)
        for (int k = 0; k < 4; k++)
            if (4 * i + k < n)
                to[(int)blockIdx.x * n + 4 * i + k] = i;
}
