// expect: drf
//--blockDim=64 --gridDim=1

struct Pair {
    int x, y;
    __device__ Pair &operator+=(const Pair &other) {
        x += other.x;
        y += other.y;
        return *this;
    }
    __device__ int &operator[](int i) { return i == 0 ? x : x; }
    __device__ int operator()(int by) const { return x / by; }
};

__device__ Pair operator*(Pair a, int by) {
    Pair p = {a.x * by, a.y * by};
    return p;
}

__global__ void fill(int *a) {
    Pair p = {(int)threadIdx.x, 1};
    Pair q = p * 2;
    q += p;
    a[q(3)] = q.y;
}
