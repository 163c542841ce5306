// expect: racy
// flags: --block-dim 64 --grid-dim 1
template <class T> concept Number = sizeof(T) > 0 && requires(T t) { t + t; };
template <Number T> __global__ void k(T *out) { out[threadIdx.x / 2] = threadIdx.x; }
void run(int *out) { k<<<1, 64>>>(out); }
