// expect: unsupported

// Host code gives `q` the value of `r`.
struct Two {
    int *r;
    int *q = r;
};

__global__ void copy(Two two) { two.r[threadIdx.x] = two.q[threadIdx.x + 1]; }
