// expect: drf
//--blockDim=64 --gridDim=1

// The definition exchanges the names of the parameters.
template <typename A, typename B> struct S {
    int *p;
    __device__ void write(int i);
};

template <typename B, typename A> __device__ void S<B, A>::write(int i) {
    p[i * (int)(sizeof(A) / 8)] = i;
}

__global__ void k(int *c) {
    S<int, double> s;
    s.p = c;
    s.write(threadIdx.x);
}
