// expect: drf
//--blockDim=64 --gridDim=1

// A number is given: the assignment of the class writes nothing.
struct R {
    int v;
    __device__ void operator=(int x) {}
    __device__ operator int() const { return 0; }
};

__global__ void shift(R *r) { r[threadIdx.x] = (int)r[threadIdx.x + 1]; }
