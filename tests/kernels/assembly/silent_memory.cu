// expect: potential
//--blockDim=64 --gridDim=1

// It says nothing of memory, and stores where a register says so, of which nothing is known.
__global__ void store(int *a) {
    asm("@!p st.global.s32 [%0], %1;" :: "l"(a), "r"(1));
}
