// expect: unsupported
// flags: --block-dim 64 --grid-dim 1
// Which of the two is called the constraints say.
template <class T> requires (sizeof(T) == 4) __device__ void put(T *out) { out[threadIdx.x] = 1; }
template <class T> requires (sizeof(T) == 8) __device__ void put(T *out) { out[0] = threadIdx.x; }
__global__ void k(int *out) { put(out); }
