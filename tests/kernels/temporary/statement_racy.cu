// expect: racy
//--blockDim=64 --gridDim=1

__device__ int g;
struct S {
    __device__ S() { g = threadIdx.x; }
};

__global__ void k(int *c) {
    S();
    c[threadIdx.x] = g;
}
