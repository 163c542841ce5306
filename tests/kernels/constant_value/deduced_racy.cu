// expect: racy
//--blockDim=64 --gridDim=1

static constexpr auto PART = 8 * 2;

__global__ void fill(int *a) {
    a[threadIdx.x / PART] = PART;
}
