// expect: drf
// An operator calls `go`, too. Whatever it gives, each thread has an element of its own.
struct Stream { int *a; };
__global__ void k(int *a, int n) { a[threadIdx.x + n] = 1; }
static void go(int *a, int n) { k<<<1, 64>>>(a, n); }
void plain(int *a) { go(a, 64); }
Stream &operator<<(Stream &s, int n) { go(s.a, n / 2); return s; }
