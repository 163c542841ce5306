// expect: unsupported
//--blockDim=64 --gridDim=1

// The operand is read before both.
__global__ void turn(int *a) {
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    asm volatile("bar.sync 0; st.global.s32 [%0], %1;" :: "l"(a + threadIdx.x), "r"(s[threadIdx.x ^ 1]));
}
