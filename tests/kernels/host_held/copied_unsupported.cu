// expect: unsupported
// flags: --strict

#include <cstring>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host(float *a) {
    float *p[2] = {a, a}, *q[2];
    memcpy(q, p, sizeof(p));
    k<<<1, 32>>>(q[0], q[1]);
}
