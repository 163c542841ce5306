// expect: drf
//--blockDim=32 --gridDim=1
// The value is fixed, so nothing is written.
static __constant__ constexpr int D = 5;
__global__ void k(int *a) {
    if (D != 5) a[0] = 1;
}
