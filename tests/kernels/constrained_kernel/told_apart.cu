// expect: unsupported
// flags: --block-dim 64 --grid-dim 1
// Which of the two is launched the constraints say.
template <class T> requires (sizeof(T) == 4) __global__ void k(T *out) { out[threadIdx.x] = 1; }
template <class T> requires (sizeof(T) == 8) __global__ void k(T *out) { out[0] = threadIdx.x; }
void run(int *out) { k<<<1, 64>>>(out); }
