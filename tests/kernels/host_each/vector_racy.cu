// expect: racy

#include <vector>

__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

void host(int *p) {
    std::vector<int> all = {1, 0};
    for (int n : all) k<<<1, 32>>>(p, n);
}
