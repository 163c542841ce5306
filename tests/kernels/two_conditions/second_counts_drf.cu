// expect: drf
__global__ void k(float *out, int n, int m) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    for (bool goes = m > 0; goes && j < n; j += blockDim.x * gridDim.x) {
        out[j] = 1;
        goes = out[j] < m;
    }
}
void launch(float *out, int n, int m) { k<<<16, 64>>>(out, n, m); }
