// expect: racy
//--blockDim=64 --gridDim=1

__device__ int place(int i) { return i / 2; }
__device__ int place(unsigned i) { return i; }

__global__ void put(int *a) {
    int i = threadIdx.x;
    a[place(i)] = 1;
}
