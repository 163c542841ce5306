// expect: drf

// The loop looks at members of the structure.
__global__ void k(int *a, int n) { a[n == 64 ? threadIdx.x : 0] = threadIdx.x; }

struct Config { int n; int table[4]; };

void host(int *a, int count) {
    Config config = {64, {1, 2, 3, 4}};
    int sum = 0;
    for (int i = 0; i < count; i++) sum += config.table[i % 4] * config.n;
    k<<<1, 64>>>(a, config.n);
}
