// expect: unsupported
//--blockDim=64 --gridDim=1

// It says nothing of memory, and stores.
__global__ void store(int *a) {
    asm("@!p st.global.s32 [%0], %1;" :: "l"(a), "r"(1));
}
