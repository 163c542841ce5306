// expect: unsupported
//--blockDim=64 --gridDim=1

struct R {
    int v;
    __device__ void operator=(int x) {}
    __device__ operator int() const { return 0; }
};
struct S : R {
    int more;
};

// The part of it that is an `R` is copied.
__global__ void sliced(R *r, S *s) { r[threadIdx.x] = s[threadIdx.x]; }
