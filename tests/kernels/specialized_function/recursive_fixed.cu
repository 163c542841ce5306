// expect: drf
//--blockDim=64 --gridDim=1

// The recursion ends at the specialization: 3 + 2 + 1 + 64.
template <int n> __device__ int sum(int i) { return n + sum<n - 1>(i); }
template <> __device__ int sum<0>(int i) { return 64 + i; }

__global__ void put(int *a) {
    a[sum<3>(threadIdx.x) % 134] = a[threadIdx.x];
    if (threadIdx.x == 0) a[sum<2>(1000)] = 1;
}
