// expect: racy
//--blockDim=64 --gridDim=1

__global__ void put(int *a) {
    unsigned char i = threadIdx.x * 8;
    a[i] = threadIdx.x;
}
