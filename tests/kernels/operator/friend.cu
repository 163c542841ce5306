// expect: unsupported

// A friend that is defined in the class is a better operator than the template.
struct Pair {
    int x;
    __device__ friend int operator+(const Pair &a, const Pair &b) { return 0; }
};
template <typename T> __device__ int operator+(const T &a, const T &b) { return a.x; }

__global__ void k(int *a) {
    Pair p;
    p.x = threadIdx.x;
    a[p + p] = 1;
}

void run(int *a) { k<<<1, 64>>>(a); }
