// expect: unsupported
//--blockDim=64 --gridDim=1

__global__ void store(int *a) {
    __shared__ int s[64];
    asm volatile("st.shared.s32 [%0], %1;" :: "r"((unsigned)__cvta_generic_to_shared(s)), "r"(1));
    a[threadIdx.x] = s[threadIdx.x];
}
