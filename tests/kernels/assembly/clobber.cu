// expect: potential
//--blockDim=64 --gridDim=1

// The clobber keeps the compiler from moving accesses; the instruction makes none.
__global__ void wait(int *a) {
    int x;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(x) : : "memory");
    a[x] = 1;
}
