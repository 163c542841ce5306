// expect: racy

// Another file may define the function.
__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

__attribute__((weak)) int length() { return 64; }

void host(int *a) { k<<<1, 64>>>(a, length()); }
