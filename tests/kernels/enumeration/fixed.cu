// expect: drf
//--blockDim=64 --gridDim=1

enum Place { FIRST, SECOND = 4, THIRD };

__global__ void put(int *a) {
    using index = unsigned;
    index i = threadIdx.x;
    a[i == THIRD ? THIRD : i] = 1;
}
