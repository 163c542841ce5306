// expect: unsupported
//--blockDim=64 --gridDim=1

struct Range {
    int begin;
    __device__ Range(int first) noexcept;
};

__device__ Range::Range(int first) noexcept : begin(first) {}

__global__ void fill(int *a) {
    Range own(threadIdx.x);
    a[own.begin] = threadIdx.x;
}
