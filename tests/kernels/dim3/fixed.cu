// expect: drf
//--blockDim=64 --gridDim=1

// What is not given is 1.
__global__ void write(int *a) {
    dim3 step(1), none;
    a[threadIdx.x * step.y * none.x] = threadIdx.x;
}
