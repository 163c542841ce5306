// expect: drf
//--blockDim=64 --gridDim=1
#define COPY(dst, src, bytes) asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))

__global__ void copies(float *from, float *out) {
    __shared__ float s[256];
    unsigned base = (unsigned)__cvta_generic_to_shared(s);
    if (threadIdx.x < 32) COPY(base + threadIdx.x * 4 * sizeof(float), &from[threadIdx.x * 4], 16);
    asm volatile("cp.async.commit_group;\n" ::);
    asm volatile("cp.async.wait_group %0;\n" ::"n"(0));
    __syncthreads();
    out[threadIdx.x] = s[255 - threadIdx.x];
}
