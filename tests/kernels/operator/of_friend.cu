// expect: drf

// The operator is defined in the class, and is a function of the file.
struct Pair {
    int x, y;
    friend __device__ Pair operator-(Pair a, const Pair &b) { return Pair{a.x - b.x, a.y - b.y}; }
    __device__ friend bool operator==(const Pair &a, const Pair &b) { return a.x == b.x && a.y == b.y; }
};

__global__ void k(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Pair both = Pair{i, n} - Pair{1, n};
    if (both.y == 0 && i < n)
        a[both.x + 1] = both == Pair{0, 0};
}

void host(int *a, int n) { k<<<8, 64>>>(a, n); }
