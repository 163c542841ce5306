// expect: drf
//--blockDim=64 --gridDim=1

__global__ void put(int *a) {
    int *p = a + threadIdx.x;
    p += 64;
    p[-64] = 1;
}
