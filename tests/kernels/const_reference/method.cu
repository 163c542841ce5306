// expect: unsupported
//--blockDim=32 --gridDim=1

struct Stride {
    int by;
    __device__ void set(int n) { by = n; }
};

__global__ void fill(int *a) {
    Stride s, t;
    s.by = t.by = 0;
    (threadIdx.x < 16 ? s : t).set(1);
    a[threadIdx.x * s.by] = threadIdx.x;
}
