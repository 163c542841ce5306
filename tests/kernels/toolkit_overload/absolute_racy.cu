// expect: racy
//--blockDim=64 --gridDim=1

template <class T> __device__ T abs(T a) { return a; }

__global__ void k(int *o) { o[64 + abs((int)threadIdx.x - 32)] = 1; }
