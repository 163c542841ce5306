// expect: unsupported

// Two numbers that it may be.
struct Index {
    unsigned at;
    __device__ operator unsigned() const { return at; }
    __device__ operator bool() const { return at > 3; }
};
__global__ void k(int *a) {
    Index i;
    i.at = threadIdx.x;
    a[i / 2] = 1;
}
