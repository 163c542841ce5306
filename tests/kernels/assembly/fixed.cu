// expect: drf
//--blockDim=64 --gridDim=1

__device__ unsigned lane() {
    unsigned id;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(id));
    return id;
}

__global__ void note(unsigned *a, int *b, float *f) {
    a[threadIdx.x] = lane();
    asm("{ .reg .pred p;\n\t setp.ne.b32 p, %1, 0;\n\t @p add.s32 %0, %0, %1; }" : "+r"(b[threadIdx.x]) : "r"(3));
    asm("fma.rn.f32 %0, %1, %1, %1;" : "=f"(f[threadIdx.x]) : "f"(f[threadIdx.x]));
}
