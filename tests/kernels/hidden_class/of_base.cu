// expect: unsupported
//--blockDim=64 --gridDim=1

template <typename T>
struct Base {
    __device__ int f() { return 1; }
};

struct Derived : Base<int> {
    __device__ int f() { return 0; }
};

__global__ void fill(int *a) {
    Derived d;
    a[d.Base<int>::f() * threadIdx.x] = threadIdx.x;
}
