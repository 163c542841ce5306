// expect: racy
// flags: --block-dim 64 --grid-dim 1

// The parameter is an `unsigned char`: what it is given is cut, and the bound is 64 and not 320.
__device__ int cut(unsigned char n) {
    return n;
}

__global__ void each(int *to) {
    int last = -1;
    for (int i = threadIdx.x; i < cut(320); i += 64)
        last = i;
    if (last < 64)
        to[threadIdx.x / 2] = last;
}
