// expect: racy
//--blockDim=64 --gridDim=1

__global__ void sort(int *a, unsigned n) {
    unsigned t = threadIdx.x;
    for (unsigned w = 2; w <= n; w *= 2) {
        for (unsigned j = w / 2; j > 0; j /= 2) {
            unsigned p = t ^ j;
            if (p > t && p < 64 && ((t & w) == 0) == (a[t] > a[p])) {
                int x = a[t];
                a[t] = a[p];
                a[p] = x;
            }
        }
        __syncthreads();
    }
}
