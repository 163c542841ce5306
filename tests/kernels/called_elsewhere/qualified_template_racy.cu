// expect: racy
// The second call of `go` is one, too.
__global__ void k(int *a, int n) { a[threadIdx.x % n] = 1; }
template <int N> void go(int *a) { k<<<1, 64>>>(a, N); }
void plain(int *a) { go<64>(a); }
void other(int *a) { ::go<32>(a); }
