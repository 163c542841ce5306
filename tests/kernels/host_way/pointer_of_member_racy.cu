// expect: racy

// The pointer of the object is to its number.
#include <cstdio>

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

struct Runner {
    int n;
    int *asked;
    void bind() { asked = &n; }
    void run(int *a) {
        n = 64;
        scanf("%d", asked);
        k<<<1, 64>>>(a, n);
    }
};
