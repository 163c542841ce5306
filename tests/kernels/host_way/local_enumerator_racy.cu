// expect: racy

// The enumerator of the function hides the constant.
constexpr int size = 64;

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host(int *a) {
    enum { size = 32 };
    k<<<1, 64>>>(a, size);
}
