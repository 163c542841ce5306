// expect: racy
//--blockDim=64 --gridDim=1
#define COPY(dst, src, bytes) asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))
#define COMMIT asm volatile("cp.async.commit_group;\n" ::)
#define WAIT(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))

__global__ void stages(const float *from, float *out, int n) {
    __shared__ float s[3][256];
    unsigned base = (unsigned)__cvta_generic_to_shared(s);
    COPY(base + threadIdx.x * 16, &from[threadIdx.x * 4], 16);
    COMMIT;
    WAIT(0);
    __syncthreads();
    float sum = 0;
    for (int k = 1; k < n; ++k) {
        int now = k % 3, next = k % 3;
        COPY(base + next * 256 * sizeof(float) + threadIdx.x * 16, &from[k * 256 + threadIdx.x * 4], 16);
        COMMIT;
        sum += s[now][255 - threadIdx.x];
        WAIT(0);
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
