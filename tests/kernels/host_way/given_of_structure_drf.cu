// expect: drf

// What is printed stays.
#include <cstdio>

struct Sizes { int all[2]; };

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host(int *a) {
    Sizes sizes = {{64, 1}};
    for (int i = 0; i < 2; i++) {
        k<<<1, 64>>>(a, sizes.all[0]);
        printf("%d\n", sizes.all[i]);
    }
}
