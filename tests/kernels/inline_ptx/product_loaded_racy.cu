// expect: racy
//--blockDim=32 --gridDim=1
#include <stdint.h>
#define LDMATRIX_X4(R0, R1, R2, R3, addr) asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];\n" : "=r"(R0), "=r"(R1), "=r"(R2), "=r"(R3) : "r"(addr))
#define LDMATRIX_X2_T(R0, R1, addr) asm volatile("ldmatrix.sync.aligned.x2.trans.m8n8.shared.b16 {%0, %1}, [%2];\n" : "=r"(R0), "=r"(R1) : "r"(addr))
#define MMA(D0, D1, A0, A1, A2, A3, B0, B1, C0, C1) asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};\n" : "=r"(D0), "=r"(D1) : "r"(A0), "r"(A1), "r"(A2), "r"(A3), "r"(B0), "r"(B1), "r"(C0), "r"(C1))

__global__ void product(const unsigned short *a, const unsigned short *b, unsigned *out, int n) {
    __shared__ unsigned short s_a[16][16];
    __shared__ unsigned short s_b[16][8];
    int lane = threadIdx.x % 32;
    uint32_t RA[2][4], RB[2], RC[2] = {0, 0};
    int r = 0;
    for (int k = 0; k < n; ++k) {
        reinterpret_cast<float4 *>(&s_a[lane / 2][lane % 2 * 8])[0] = reinterpret_cast<const float4 *>(&a[(k * 32 + lane) * 8])[0];
        if (lane < 16) reinterpret_cast<float4 *>(&s_b[lane][0])[0] = reinterpret_cast<const float4 *>(&b[(k * 16 + lane) * 8])[0];
        uint32_t at_a = __cvta_generic_to_shared(&s_a[lane % 16][lane / 16 * 8]);
        LDMATRIX_X4(RA[r][0], RA[r][1], RA[r][2], RA[r][3], at_a);
        uint32_t at_b = __cvta_generic_to_shared(&s_b[lane % 16][0]);
        LDMATRIX_X2_T(RB[0], RB[1], at_b);
        MMA(RC[0], RC[1], RA[r][0], RA[r][1], RA[r][2], RA[r][3], RB[0], RB[1], RC[0], RC[1]);
        __syncthreads();
    }
    out[lane * 2] = RC[0];
    out[lane * 2 + 1] = RC[1];
}
