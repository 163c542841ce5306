// expect: racy
//--blockDim=64 --gridDim=1

// `first` is made first, and 0.
struct Range {
    int first, last;
    __device__ Range(int &next) : last(next++), first(next++) {}
};

__global__ void k(int *a) {
    int next = 0;
    Range range(next);
    a[threadIdx.x * range.first] = threadIdx.x;
}
