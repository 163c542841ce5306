// expect: drf
//--blockDim=64 --gridDim=1

__device__ int g;
struct S {
    __device__ S() {}
};

__global__ void k(int *c) {
    S();
    c[threadIdx.x] = g;
}
