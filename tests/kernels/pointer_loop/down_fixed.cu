// expect: drf

__global__ void k(float2 *a, int n) {
    float2 *p = a + n - 1 - threadIdx.x, *first = a;
    while (p >= first) {
        p->x = 1;
        p -= 64;
    }
}

void host(float2 *a, int n) {
    if (n > 0 && n < 10000) k<<<1, 64>>>(a, n);
}
