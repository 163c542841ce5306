// expect: unsupported
// flags: --strict

#include <vector>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host(float *a) {
    std::vector<std::pair<float *, float *>> v;
    v.push_back({a, a});
    k<<<1, 32>>>(v[0].first, v[0].second);
}
