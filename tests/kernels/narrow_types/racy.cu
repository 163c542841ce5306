// expect: racy
//--blockDim=65 --gridDim=1

__global__ void wrap(int *a) {
    unsigned char i = threadIdx.x * 4;
    a[i] = threadIdx.x;
}
