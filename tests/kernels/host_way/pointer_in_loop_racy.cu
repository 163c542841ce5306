// expect: racy

// The pointer of the loop is to the variable.
#include <cstdio>

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host(int *a) {
    int n = 64;
    int *there = &n;
    for (int i = 0; i < 2; i++) {
        k<<<1, 64>>>(a, n);
        int *here = there;
        scanf("%d", here);
    }
}
