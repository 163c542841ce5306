// expect: racy
//--blockDim=64 --gridDim=1

enum Place { FIRST, SECOND = 4, THIRD };

__global__ void put(int *a) {
    typedef unsigned index;
    index i = threadIdx.x;
    a[i == THIRD ? SECOND : i] = 1;
}
