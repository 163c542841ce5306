// expect: racy
// A thread's fifth element is the next block's first.
__global__ void k(float *out, int n, const int *stop) {
    int i = blockIdx.x * 4 * blockDim.x + threadIdx.x;
    for (int l = 0; l < 5 && i < n && stop[l] == 0; l++, i += blockDim.x) out[i] = 1;
}
void launch(float *out, int n, const int *stop) { k<<<16, 64>>>(out, n, stop); }
