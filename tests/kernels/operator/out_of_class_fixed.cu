// expect: drf

// Operators of a class that are defined outside of it.
struct Pair {
    int x, y;
    __device__ Pair &operator+=(const Pair &other);
    __device__ Pair &operator+=(int by);
    __device__ int operator[](int i) const;
};
__device__ inline Pair &Pair::operator+=(const Pair &other) {
    x += other.x;
    return *this;
}
__device__ inline Pair &Pair::operator+=(int by) {
    y += by;
    return *this;
}
__device__ inline int Pair::operator[](int i) const { return i == 0 ? x : y; }

__global__ void k(int *a) {
    Pair p, q;
    p.x = p.y = 0;
    q.x = threadIdx.x;
    p += q;
    p += 64;
    a[p[0] + p[1]] = 1;
}

void run(int *a) { k<<<1, 64>>>(a); }
