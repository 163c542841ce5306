// expect: drf
// flags: --block-dim 64 --grid-dim 1
#include <concepts>
template <std::integral T> __global__ void k(T *out) requires (sizeof(T) == 4) && std::integral<T> {
    out[threadIdx.x] = 1;
}
void run(int *out) { k<<<1, 64>>>(out); }
