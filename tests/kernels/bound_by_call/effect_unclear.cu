// expect: potential
// flags: --block-dim 64 --grid-dim 1

// Not read as a bound: the call changes what it is given a reference to: each test of the loop takes the counter back by one.
__device__ int lower(int n, int &i) {
    i = i - 1;
    return n;
}

__global__ void each(int *to) {
    for (int i = threadIdx.x + 1; i < lower(64, i); i += 2)
        to[i] = i;
}
