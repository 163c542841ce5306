// expect: racy
//--blockDim=64 --gridDim=1
#define COPY(dst, src) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(dst), "l"(src))
#define COMMIT asm volatile("cp.async.commit_group;\n" ::)
#define WAIT(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))

// Which groups there are hangs on a condition, and so does for how many it waits.
__global__ void tiles(const float *from, float *out, int n) {
    __shared__ float v[256], k[2][256];
    unsigned to_v = __cvta_generic_to_shared(v), to_k = __cvta_generic_to_shared(k);
    float sum = 0;
    for (int i = 0; i < n; ++i) {
        COPY(to_v + threadIdx.x * 16, &from[i * 512 + threadIdx.x * 4]);
        COMMIT;
        if (i + 1 < n) {
            COPY(to_k + ((i + 1) % 2) * 1024 + threadIdx.x * 16, &from[i * 512 + 256 + threadIdx.x * 4]);
            COMMIT;
        }
        if (i + 1 < n) {
            WAIT(2);
        } else {
            WAIT(0);
        }
        __syncthreads();
        sum += v[255 - threadIdx.x] + (i > 0 ? k[i % 2][255 - threadIdx.x] : 0);
        if (i + 1 < n) WAIT(0);
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
