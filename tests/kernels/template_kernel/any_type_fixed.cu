// expect: drf
//--blockDim=64 --gridDim=1

template <typename T> __global__ void shift(T *a, const T *b) {
    T next = b[threadIdx.x + 1];
    a[threadIdx.x] = next * next;
}
