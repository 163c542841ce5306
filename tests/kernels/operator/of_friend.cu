// expect: drf

// The operator is defined in the class, and is a function of the file.
struct Pair {
    int x, y;
    friend __device__ Pair operator-(Pair a, const Pair &b) { return Pair{a.x - b.x, a.y - b.y}; }
    __device__ friend bool operator==(const Pair &a, const Pair &b) { return a.x == b.x && a.y == b.y; }
};

__global__ void k(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Pair one = {1, n}, none = {0, 0}, own = {i, n};
    Pair both = own - one;
    if (both.y == 0 && i < n)
        a[both.x + 1] = both == none;
}

void host(int *a, int n) { k<<<8, 64>>>(a, n); }
