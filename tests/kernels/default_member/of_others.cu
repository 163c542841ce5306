// expect: unsupported
//--blockDim=64 --gridDim=1

// The list gives `n`, and the value of `m` is one more than that: 8.
struct Pair {
    int n = 2;
    int m = n + 1;
};

__global__ void write(int *a) {
    Pair pair{7};
    a[pair.m == 8 ? 0 : threadIdx.x] = threadIdx.x;
}
