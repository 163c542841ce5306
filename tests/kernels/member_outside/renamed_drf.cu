// expect: drf
//--blockDim=64 --gridDim=1

// The definition has other names for the parameters of the class.
template <typename T, int N> struct S {
    T *p;
    __device__ void write(int i);
};

template <typename U, int M> __device__ void S<U, M>::write(int i) {
    U x = i;
    p[i * M] = x;
}

__global__ void k(int *c) {
    S<int, 2> s;
    s.p = c;
    s.write(threadIdx.x);
}
