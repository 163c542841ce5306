// expect: drf
//--blockDim=64 --gridDim=1

__global__ void copy(int *a) {
    int x;
    asm volatile("ld.global.cs.s32 %0, [%1];" : "=r"(x) : "l"(a + threadIdx.x));
    a[threadIdx.x] = x;
}
