// expect: drf
//--blockDim=64 --gridDim=4

// A pointer to `void` in a structure is a pointer to bytes.
struct Params {
    const void *from;
    void *to;
    void *rows[2];
    int n;
};

template <typename T> __global__ void k(Params p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= p.n) return;
    ((T *)p.to)[i] = ((const T *)p.from)[i];
    ((double *)p.rows[1])[i] = ((const T *)p.from)[i];
}

template __global__ void k<float>(Params p);
