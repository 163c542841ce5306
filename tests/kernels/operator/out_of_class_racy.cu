// expect: racy

// Operators of a class that are defined outside of it.
struct Pair {
    int x, y;
    __device__ Pair operator+(const Pair &other) const;
};
__device__ inline Pair Pair::operator+(const Pair &other) const {
    Pair sum;
    sum.x = x;
    sum.y = y + other.y;
    return sum;
}

__global__ void k(int *a) {
    Pair p;
    p.x = threadIdx.x;
    p.y = 64;
    a[(p + p).y] = 1;
}

void run(int *a) { k<<<1, 64>>>(a); }
