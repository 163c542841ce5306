// expect: drf
//--blockDim=64 --gridDim=1

// The names of the class come before those of the file, and parameters before both.
__device__ int begin;

struct Range {
    int begin, end;
    __device__ Range(int begin);
};

__device__ Range::Range(int begin) : begin(begin), end(begin + 1) { end = this->begin; }

__global__ void fill(int *a) {
    Range own(threadIdx.x);
    a[own.end] = own.begin;
}
