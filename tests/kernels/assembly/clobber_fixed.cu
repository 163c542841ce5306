// expect: drf
//--blockDim=64 --gridDim=1

__global__ void wait(int *a) {
    int x;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(x) : : "memory");
    a[threadIdx.x] = x;
}
