// expect: unsupported
//--blockDim=64 --gridDim=1

// The escape is a semicolon.
__global__ void fill(int *out) {
    int x = threadIdx.x;
    asm volatile("mov.u32 %0, %0\073 st.global.u32 [%1], %0;" : "+r"(x) : "l"(out));
}
