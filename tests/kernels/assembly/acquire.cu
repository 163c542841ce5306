// expect: unsupported
//--blockDim=64 --gridDim=1

// It orders, and races with no other strong access.
__global__ void wait(int *a, int *b) {
    int x;
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(x) : "l"(a) : "memory");
    b[threadIdx.x] = x;
}
