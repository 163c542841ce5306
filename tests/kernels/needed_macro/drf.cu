// expect: drf
// Without `GPU` this is no C++: nothing declares `BLOCK`. So it is compiled with it.
#ifdef GPU
#define BLOCK 512
#endif
__global__ void k(int *p) {
    __shared__ int s[BLOCK];
    s[threadIdx.x] = p[threadIdx.x + BLOCK * blockIdx.x];
    p[threadIdx.x + BLOCK * blockIdx.x] = s[threadIdx.x] + 1;
}
void launch(int *p) { k<<<4, BLOCK>>>(p); }
