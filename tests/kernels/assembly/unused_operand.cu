// expect: racy
//--blockDim=64 --gridDim=1

// What no instruction names is read, too.
__global__ void fence(int *a) {
    asm volatile("membar.gl;" :: "r"(a[threadIdx.x + 1]));
    a[threadIdx.x] = 1;
}
