// expect: racy
// What is thrown calls `go`, too.
__global__ void k(int *a, int n) { a[threadIdx.x % n] = 1; }
static int go(int *a, int n) { k<<<1, 64>>>(a, n); return n; }
void plain(int *a) { go(a, 64); }
void other(int *a) { if (a) throw go(a, 32); }
