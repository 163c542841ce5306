// expect: racy
//--blockDim=64 --gridDim=1
#include <stdint.h>

__global__ void rows(const uint4 *from, unsigned *out) {
    __shared__ uint4 s[64];
    s[threadIdx.x] = from[threadIdx.x];
    __syncthreads();
    uint32_t base = __cvta_generic_to_shared(s);
    uint32_t at = base + (threadIdx.x / 32 * 32 + threadIdx.x % 31) * 16;
    unsigned a = 0, b = 0, c = 0, d = 0;
    asm volatile("stmatrix.sync.aligned.x4.m8n8.shared.b16 [%4], {%0, %1, %2, %3};\n" :: "r"(1), "r"(2), "r"(3), "r"(4), "r"(at));
    out[threadIdx.x] = a + b + c + d;
}
