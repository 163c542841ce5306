// expect: unsupported
//--blockDim=64 --gridDim=1

// It may be to any instance of the template.
typedef int (*place)(int);
__device__ int same(int i) { return i; }
template <class T> __device__ T half(T i) { return i / 2; }
__device__ place table[2] = {same, half<int>};

__global__ void fill(int *a, int way) { a[table[way](threadIdx.x)] = 1; }
