// expect: drf

__global__ void k(int *a, int s) { a[threadIdx.x * s] = threadIdx.x; }

enum class Mode { off, on };
Mode &operator++(Mode &m) { return m; }

void go(int *p) {
    int s = 0;
    ++s;
    k<<<1, 32>>>(p, s);
}
