// expect: racy
//--blockDim=64 --gridDim=1

__global__ void shift(int *a) {
    int x;
    asm volatile("ld.global.cs.s32 %0, [%1 + 4];" : "=r"(x) : "l"(a + threadIdx.x));
    a[threadIdx.x] = x;
}
