// expect: drf

// The definition calls the parameters by each other's names: its `m` is the first argument.
template <int n, int m> struct Scaled {
    int unused;
    __device__ int at(int i) const;
};
template <int m, int n> __device__ int Scaled<m, n>::at(int i) const { return i * m; }

__global__ void k(int *a) {
    Scaled<1, 0> scaled;
    a[scaled.at(threadIdx.x)] = 1;
}

void run(int *a) { k<<<1, 64>>>(a); }
