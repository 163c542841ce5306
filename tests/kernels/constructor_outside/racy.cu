// expect: racy
//--blockDim=64 --gridDim=1

struct Range {
    int begin, step;
    __device__ Range(int first, int by);
};

__device__ Range::Range(int first, int by) : begin(first), step(by) { step = 0; }

__global__ void fill(int *a) {
    Range own(1, 1);
    a[own.begin + own.step * threadIdx.x] = threadIdx.x;
}
