// expect: racy
//--blockDim=64 --gridDim=1

enum Op { SUM, MAX };
template <Op op, typename T> struct Place { __device__ int of(int i) const { return 0; } };
template <typename T> struct Place<MAX, T> { __device__ int of(int i) const { return i; } };

__global__ void k(int *a) {
    Place<SUM, int> place;
    a[place.of(threadIdx.x)] = 1;
}
