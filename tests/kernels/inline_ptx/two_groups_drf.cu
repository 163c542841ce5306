// expect: drf
//--blockDim=64 --gridDim=1
#define COPY(dst, src, bytes) asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))
#define COMMIT asm volatile("cp.async.commit_group;\n" ::)
#define WAIT(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))

__global__ void two(const float *from, float *out, int n) {
    __shared__ float q[256], k[256];
    unsigned q_base = __cvta_generic_to_shared(q), k_base = __cvta_generic_to_shared(&k[0]);
    for (int i = 0; i < 1; ++i) COPY(q_base + threadIdx.x * 16, &from[threadIdx.x * 4], 16);
    COMMIT;
    COPY(k_base + threadIdx.x * 16, &from[256 + threadIdx.x * 4], 16);
    COMMIT;
    WAIT(1);
    __syncthreads();
    out[threadIdx.x] = q[255 - threadIdx.x];
    WAIT(0);
    __syncthreads();
    out[threadIdx.x] += k[255 - threadIdx.x];
}
