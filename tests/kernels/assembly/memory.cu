// expect: racy
//--blockDim=64 --gridDim=1

__global__ void store(int *a) {
    asm volatile("st.global.s32 [%0], %1;" :: "l"(a), "r"(1) : "memory");
}
