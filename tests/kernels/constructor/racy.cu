// expect: racy
//--blockDim=64 --gridDim=1

struct Range {
    int from, to;
    __device__ Range() : from(0), to(0) {}
    __device__ Range(int i, int n) : from(i * n), to(0) { to = from + n; }
};

__global__ void fill(int *a) {
    Range all;
    Range own(threadIdx.x, 2);
    a[own.to - 2 * (int)threadIdx.x + all.from] = (Range(1, 2)).to;
}
