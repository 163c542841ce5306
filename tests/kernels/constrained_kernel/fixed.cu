// expect: drf
// flags: --block-dim 64 --grid-dim 1
template <class T> requires (sizeof(T) == 4) || requires(T t) { t.x; }
__global__ void k(T *out) { out[threadIdx.x] = 1; }
void run(int *out) { k<<<1, 64>>>(out); }
