// expect: racy
#include <cstdio>
#include <utility>

__global__ void k(int *a, int *b) {
    a[threadIdx.x] = 1;
    b[threadIdx.x + 1] = 2;
}

void go(int *p) {
    int *q = p;
    scanf("%d", &p[0]);
    std::swap(p[0], p[1]);
    k<<<1, 64>>>(p, q);
}
