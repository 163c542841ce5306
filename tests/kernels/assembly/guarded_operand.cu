// expect: racy
//--blockDim=64 --gridDim=1

// The operand is read, whether it is stored or not.
__global__ void store(int *a, int *b) {
    asm volatile("@p st.global.s32 [%0], %1;" :: "l"(b + threadIdx.x), "r"(a[threadIdx.x + 1]));
    a[threadIdx.x] = 1;
}
