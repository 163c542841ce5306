// expect: drf
//--blockDim=64 --gridDim=1

template <class T> struct SharedMemory {
    __device__ operator T *() {
        extern __shared__ int memory[];
        return (T *)memory;
    }
};

template <> struct SharedMemory<double> {
    __device__ operator double *() {
        extern __shared__ double memory_of_doubles[];
        return memory_of_doubles;
    }
};

template <class T> __global__ void put(T *a) {
    T *s = SharedMemory<T>();
    s[threadIdx.x] = a[threadIdx.x];
}

template __global__ void put<double>(double *);
