// expect: racy

// The option of the table is the number.
#include <cstdio>

static int n;

struct Option { const char *name; int *value; };
static Option options[] = {{"n", &n}, {0, 0}};

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host(int *a) {
    n = 64;
    scanf("%d", options[0].value);
    k<<<1, 64>>>(a, n);
}
