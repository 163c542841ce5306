// expect: racy
//--blockDim=64 --gridDim=1

template <class T> __device__ T atomicAdd(T *p, T v) {
    T o = *p;
    *p = o + v;
    return o;
}

__global__ void k(short *o) { atomicAdd(o, (short)1); }
