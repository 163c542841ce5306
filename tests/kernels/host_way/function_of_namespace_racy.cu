// expect: racy

// What the namespace declares is defined elsewhere, and the function of the file is another one.
__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

int length() { return 64; }

namespace other {
int length();

void host(int *a) { k<<<1, 64>>>(a, length()); }
}
