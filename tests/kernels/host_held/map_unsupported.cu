// expect: unsupported
// flags: --strict

#include <map>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host(float *a) {
    std::map<int, float *> m;
    m[0] = a;
    m[1] = a;
    k<<<1, 32>>>(m[0], m.at(1));
}
