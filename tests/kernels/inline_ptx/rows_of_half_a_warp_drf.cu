// expect: drf
//--blockDim=64 --gridDim=1
#include <stdint.h>

__global__ void rows(const uint4 *from, unsigned *out) {
    __shared__ uint4 s[64];
    s[threadIdx.x] = from[threadIdx.x];
    __syncthreads();
    if (threadIdx.x % 32 >= 16) s[threadIdx.x] = from[0];
    uint32_t base = __cvta_generic_to_shared(s);
    uint32_t at = base + (threadIdx.x / 32 * 32 + threadIdx.x % 32) * 16;
    unsigned a, b, c, d;
    asm volatile("ldmatrix.sync.aligned.x2.m8n8.shared.b16 {%0, %1}, [%2];\n" : "=r"(a), "=r"(b) : "r"(at));
    out[threadIdx.x] = a + b;
}
