// expect: drf

// Another namespace has a constant, and functions of other names.
constexpr int size = 64;

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

static int length() { return size; }

namespace other {
constexpr int width = 32;
int height();
}

void host(int *a) {
    int n = other::height();
    if (n != other::width) return;
    k<<<1, 64>>>(a, length());
}
