// expect: racy
//--blockDim=64 --gridDim=1

// The template's argument is deduced, and so is what the specialization is for. An overload that is no template
// comes before both.
template <class T> __device__ int place(T i) { return i; }
template <> __device__ int place(unsigned i) { return i / 2; }

__global__ void put(int *a) {
    a[place(threadIdx.x)] = threadIdx.x;
}
