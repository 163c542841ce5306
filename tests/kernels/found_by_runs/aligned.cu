// expect: racy
// Threads meet at even addresses.
__global__ void k(float *a, const int *of, const float *f) {
    int o = of[(int)(f[threadIdx.x] * 3.0f) & 1];
    if (o % 2 == 0) {
        float2 *p = (float2 *)(a + o * (int)threadIdx.x);
        *p = make_float2(1, (float)threadIdx.x);
    }
}
void host(float *a, int *of, float *f) { k<<<1, 32>>>(a, of, f); }
