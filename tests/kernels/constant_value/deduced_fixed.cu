// expect: drf
//--blockDim=64 --gridDim=1

static constexpr auto SHIFT = 8 * 2;

__global__ void fill(int *a) {
    a[threadIdx.x + SHIFT] = SHIFT;
}
