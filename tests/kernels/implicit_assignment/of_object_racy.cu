// expect: racy
//--blockDim=64 --gridDim=1

// An object of the class is given: the assignment is the one that each class has by itself, and reads `v`.
struct R {
    int v;
    __device__ void operator=(int x) {}
    __device__ operator int() const { return 0; }
};

__global__ void shift(R *r) { r[threadIdx.x] = r[threadIdx.x + 1]; }
