// expect: racy

// The parameter of a template behind an alias hides a constant of the file.

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

const int n = 64;
using Number = int;
template <int n> void run(int *a) { k<<<1, 64>>>(a, n); }

void host(int *a) { run<32>(a); }
