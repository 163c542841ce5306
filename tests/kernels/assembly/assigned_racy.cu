// expect: racy
//--blockDim=64 --gridDim=1

__global__ void fill(int *a, int *out) {
    int i = 0;
    asm volatile("st.global.s32 [%0], %1;" :: "l"(a + threadIdx.x), "r"(i ^= 1));
    if (i) out[0] = threadIdx.x;
}
