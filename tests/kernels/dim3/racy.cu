// expect: racy
//--blockDim=64 --gridDim=1

// What is not given is 1.
__global__ void write(int *a) {
    dim3 step(1);
    a[threadIdx.x * (1 - step.y)] = threadIdx.x;
}
