// expect: drf
//--blockDim=64 --gridDim=1

extern __shared__ int buffer[];

__global__ void reverse(int *a) {
    extern __shared__ int other[];
    buffer[threadIdx.x] = 1;
    other[threadIdx.x + blockDim.x] = 2;
}
