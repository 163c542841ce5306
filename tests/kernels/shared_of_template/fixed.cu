// expect: drf
//--blockDim=64 --gridDim=1

template <class T> struct SharedMemory {
    __device__ inline operator T *() {
        extern __shared__ int memory[];
        return (T *)memory;
    }
    __device__ inline operator const T *() const {
        extern __shared__ int memory[];
        return (T *)memory;
    }
};

template <class T> __global__ void mirror(T *a) {
    T *s = SharedMemory<T>();
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[63 - threadIdx.x];
}

template __global__ void mirror<float>(float *);
