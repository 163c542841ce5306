// expect: racy

// The array of the structure is filled behind the launch.
#include <cstring>

struct Sizes { int all[2]; };

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host(int *a) {
    Sizes sizes = {{64, 1}};
    int others[2] = {32, 32};
    for (int i = 0; i < 2; i++) {
        k<<<1, 64>>>(a, sizes.all[0]);
        memcpy(sizes.all, others, sizeof others);
    }
}
