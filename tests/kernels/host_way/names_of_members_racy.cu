// expect: racy

// Names of members, by reference.
struct Size { int x, y; };

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host(int *a) {
    Size size = {64, 1};
    auto &[x, y] = size;
    size.x = 64;
    x = 32;
    k<<<1, 64>>>(a, size.x);
}
