// expect: drf
// Which of the two is called is decided by the argument that both calls give.
__device__ int at(float x, int scale = 1) { return 0; }
__device__ int at(int x, int scale = 1) { return x * scale; }
template <class T> __device__ int last(T *a, int n, int from = 1) { return n - from; }
template <class T> __device__ int last(T *a, int *n, int from = 1) { return 0; }
__global__ void k(int *out, int n) {
    out[at((int)threadIdx.x)] = 1;
    if (threadIdx.x == 0 && n > 65) out[last(out, n)] = 2;
}
void launch(int *out, int n) { k<<<1, 64>>>(out, n); }
