// expect: racy

// The loop changes a member of the structure.
__global__ void k(int *a, int n) { a[n == 64 ? threadIdx.x : 0] = threadIdx.x; }

struct Config { int n; int table[4]; };

void host(int *a, int count) {
    Config config = {64, {1, 2, 3, 4}};
    Config *of = &config;
    for (int i = 0; i < count; i++) {
        of->table[i % 4] = i;
        of->n--;
    }
    k<<<1, 64>>>(a, config.n);
}
