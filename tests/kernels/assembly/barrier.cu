// expect: unsupported
//--blockDim=64 --gridDim=1

__global__ void wait(int *a) {
    a[threadIdx.x] = 1;
    asm volatile("bar.sync 1, 64;");
    a[threadIdx.x ^ 1] = 2;
}
