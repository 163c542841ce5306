// expect: unsupported
//--blockDim=64 --gridDim=1

// Another constant of the name stands at the top.
constexpr int SIZE = 64;

template <typename T> __device__ void filled(T *a) {
    constexpr int SIZE = 32;
    struct Parts { T first[SIZE]; T second[SIZE]; };
    __shared__ Parts parts;
    parts.first[threadIdx.x] = 1;
    a[threadIdx.x] = parts.second[threadIdx.x % 32];
}

__global__ void fill(float *a) { filled(a); }
