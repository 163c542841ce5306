// expect: unsupported
//--blockDim=64 --gridDim=1

// What is stored an instruction has computed before.
__global__ void fill(int *out) {
    int x = threadIdx.x, y;
    asm volatile("shr.s32 %0, %0, 1; st.s32 [%1], %0;" : "+r"(x) : "l"(&y));
    out[y] = 1;
}
