// expect: racy
//--blockDim=64 --gridDim=1

template <typename T> __global__ void shift(T *a) {
    T next = a[threadIdx.x + 1];
    a[threadIdx.x] = next * next;
}
