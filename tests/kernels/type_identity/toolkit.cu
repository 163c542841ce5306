// expect: unsupported
//--blockDim=64 --gridDim=1

// Nothing here says `long long` but the type of what the toolkit's function gives: it is no `unsigned long`, and all
// threads write one element.
template <class T> __device__ int place(T) { return 0; }
template <> __device__ int place(unsigned long) { return threadIdx.x; }

__global__ void put(int *a) {
    a[place(__brevll(1))] = threadIdx.x;
}
