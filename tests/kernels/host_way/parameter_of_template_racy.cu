// expect: racy

// The template has a reference where the call says so.
__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

template <class T> void set(T n) { n = 32; }

void host(int *a) {
    int n = 64;
    for (int i = 0; i < 2; i++) {
        k<<<1, 64>>>(a, n);
        set<int &>(n);
    }
}
