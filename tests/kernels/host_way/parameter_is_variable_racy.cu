// expect: racy

// The reference may be to the variable of the file.
struct Sizes { int n; };
Sizes sizes;

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host(int *a, Sizes &given) {
    sizes.n = 64;
    given.n = 32;
    k<<<1, 64>>>(a, sizes.n);
}
