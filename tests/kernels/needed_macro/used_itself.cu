// expect: potential
// Nothing declares `M` without `TILE`, but nobody knows how large that is.
#ifdef TILE
#define M 64
#endif
__global__ void k(int *p) { p[(threadIdx.x + M * blockIdx.x) / TILE] = 1; }
