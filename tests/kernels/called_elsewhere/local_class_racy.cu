// expect: racy
// A member of a class in a function calls `go`, too.
__global__ void k(int *a, int n) { a[threadIdx.x % n] = 1; }
static void go(int *a, int n) { k<<<1, 64>>>(a, n); }
void plain(int *a) { go(a, 64); }
void other(int *a) {
    struct Half { static void of(int *a) { go(a, 32); } };
    Half::of(a);
}
