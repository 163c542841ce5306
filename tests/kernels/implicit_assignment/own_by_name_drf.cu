// expect: drf
//--blockDim=64 --gridDim=1

// Another name of the class.
struct R {
    using Self = R;
    int v;
    __device__ void operator=(int x) { v = x; }
    __device__ void operator=(const Self &other) {}
    __device__ operator int() const { return v; }
};

__global__ void shift(R *r) { r[threadIdx.x] = r[threadIdx.x + 1]; }
