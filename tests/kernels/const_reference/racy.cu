// expect: racy
//--blockDim=32 --gridDim=1

// What the reference refers to changes while the function runs.
struct Pair {
    int x, y;
};

__device__ int after(const int &stride, Pair &pair) {
    pair.x = 0;
    return stride;
}

__global__ void fill(int *a) {
    Pair pair;
    pair.x = pair.y = 1;
    a[threadIdx.x * after(pair.x, pair)] = threadIdx.x;
}
