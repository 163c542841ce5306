// expect: racy
//--blockDim=64 --gridDim=1

__global__ void take(int *next, int *a) {
    int i = atomicExch(next, 1);
    a[i] = threadIdx.x;
}
