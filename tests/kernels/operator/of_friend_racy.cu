// expect: racy

// The operator gives all threads the same index.
struct Pair {
    int x, y;
    friend __device__ Pair operator-(Pair a, const Pair &b) { return Pair{a.y - b.y, a.x - b.x}; }
};

__global__ void k(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Pair one = {1, n}, own = {i, n};
    Pair both = own - one;
    if (i < n)
        a[both.x] = i;
}

void host(int *a, int n) { k<<<8, 64>>>(a, n); }
