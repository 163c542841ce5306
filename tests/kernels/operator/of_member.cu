// expect: unsupported
//--blockDim=64 --gridDim=1

struct Cell {
    int at;
    __device__ Cell &operator=(const Cell &other) {
        at = 0;
        return *this;
    }
};

struct Pair {
    Cell first;
};

__global__ void fill(int *a) {
    Pair p, q;
    p.first.at = threadIdx.x;
    q.first.at = threadIdx.x;
    p = q;
    a[p.first.at] = threadIdx.x;
}
