// expect: unsupported
//--blockDim=64 --gridDim=1

template <class T> __global__ void put(T *a) {
    typename T::element x = 1;
    a[threadIdx.x] = x;
}
