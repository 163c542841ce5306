// expect: drf
//--blockDim=128 --gridDim=1

// Of bytes, the members lie one upon the other.
template <typename T, int SIZE> __device__ void turned(T *a) {
    __shared__ union {
        T values[SIZE];
        char bytes[SIZE];
    } both;
    both.values[threadIdx.x] = 1;
    a[threadIdx.x] = both.bytes[threadIdx.x];
}

__global__ void turn(char *a) { turned<char, 128>(a); }
