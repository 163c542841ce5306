// expect: drf
//--blockDim=64 --gridDim=1

// As in toolkit.cu, with a function of the toolkit that gives another type, and one that takes `long long` alone.
template <class T> __device__ int place(T) { return 0; }
template <> __device__ int place(unsigned long) { return threadIdx.x; }

__global__ void put(int *a) {
    a[place(sizeof(int) * __popcll(threadIdx.x))] = threadIdx.x;
}
