// expect: drf
//--blockDim=64 --gridDim=1

// A function that is no template is better where both take the arguments as they are.
template <class T> __device__ T atomicAdd(T *p, T v) {
    T o = *p;
    *p = o + v;
    return o;
}

__global__ void k(int *o) { atomicAdd(o, 1); }
