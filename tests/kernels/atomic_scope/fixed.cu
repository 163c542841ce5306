// expect: drf
//--blockDim=64 --gridDim=2

__global__ void count(int *n) {
    atomicAdd_system(n, 1);
}
