// expect: drf
//--blockDim=64 --gridDim=1

enum class Way { APART, TOGETHER };

template <Way way> __device__ int place(int i);
template <> __device__ int place<Way::APART>(int i) { return i; }
template <> __device__ int place<Way::TOGETHER>(int i) { return i / 2; }

__global__ void put(int *a) {
    a[place<Way::APART>(threadIdx.x)] = threadIdx.x;
}
