// expect: drf
//--blockDim=64 --gridDim=1

// The class has one of its own for its objects, which writes nothing.
struct R {
    int v;
    __device__ void operator=(int x) { v = x; }
    __device__ void operator=(const R &other) {}
    __device__ operator int() const { return v; }
};

__global__ void shift(R *r) { r[threadIdx.x] = r[threadIdx.x + 1]; }
