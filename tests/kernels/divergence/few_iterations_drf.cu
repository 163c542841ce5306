// expect: drf
// How often the loop runs is not known, since it does not count; where it runs a few times, all of them come to the barrier.
template <int n> struct Pack {
    float values[n];
    static constexpr int size = n;
};
__global__ void k(float *out, int n, int step) {
    if (n < 17 || step < 1) return;
    __shared__ float sums[512];
    int i = threadIdx.x + 32 * threadIdx.y;
    Pack<8> pack;
    pack.values[0] = 1;
    sums[i] = 0;
    for (int j = threadIdx.y; j < n; j = j * 2 + step)
        sums[i] += pack.values[0];
    if (threadIdx.y >= Pack<8>::size) return;
    __syncthreads();
    out[i + 512 * blockIdx.x] = sums[i];
}
void launch(float *out, int n, int step) { k<<<4, dim3(32, 8)>>>(out, n, step); }
