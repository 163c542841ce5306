// expect: drf
//--blockDim=64 --gridDim=1

// Operators of classes say nothing of a number, nor of what nothing declares.
namespace a { struct S { int n; }; __device__ bool operator==(S s, S t) { return s.n == t.n; } }
namespace b { struct S { int n; }; __device__ bool operator==(S s, S t) { return s.n < t.n; } }

template <typename T> __global__ void k(T *a, T key) {
    if (a[threadIdx.x] == key) a[threadIdx.x] = 0;
}
