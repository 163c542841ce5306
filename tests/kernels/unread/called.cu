// expect: unsupported
//--blockDim=64 --gridDim=1

// Nobody knows which place it gives.
__device__ int mirrored(int i) {
    return /* TODO */ ???;
}

__global__ void write(int *a) {
    a[mirrored(threadIdx.x)] = 1;
}
