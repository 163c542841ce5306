// expect: unsupported
//--blockDim=32 --gridDim=1

// `Value` is the structure, whatever `T` stands for.
struct T {
    int x;
};
typedef T Value;

template <class T>
__device__ int copied(int i) {
    Value v;
    v.x = i;
    return v.x;
}

__global__ void fill(int *a) { a[copied<int>(threadIdx.x)] = threadIdx.x; }
