// expect: drf
//--blockDim=64 --gridDim=1

__global__ void flag(int *found, const int *a) {
    if (threadIdx.x == 0) *found = 1;
}
