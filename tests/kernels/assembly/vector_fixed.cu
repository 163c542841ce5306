// expect: drf
//--blockDim=64 --gridDim=1

__global__ void store(float *a) {
    asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};"
                 :: "l"(a + 4 * threadIdx.x), "f"(1.f), "f"(2.f), "f"(3.f), "f"(4.f) : "memory");
}
