// expect: racy
//--blockDim=128 --gridDim=1

template <typename T, int SIZE> __device__ void turned(T *a) {
    __shared__ union {
        T values[SIZE];
        char bytes[SIZE];
    } both;
    both.values[threadIdx.x] = 1;
    a[threadIdx.x] = both.bytes[threadIdx.x];
}

__global__ void turn(float *a) { turned<float, 128>(a); }
