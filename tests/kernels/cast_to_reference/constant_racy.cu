// expect: racy
//--blockDim=64 --gridDim=1

__global__ void put(const int *a) { const_cast<int &>(a[threadIdx.x / 2]) = threadIdx.x; }
