// expect: racy
//--blockDim=64 --gridDim=1

// What cannot be read takes no race away.
__device__ int mirrored(int i) {
    return /* TODO */ ???;
}

__global__ void write(int *a) {
    a[threadIdx.x / 2] = threadIdx.x;
}
