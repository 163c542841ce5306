// expect: drf

struct P { float x, y; };

__global__ void k(P *a, int *b) {
    P *p = a + threadIdx.x;
    p += 2 * blockDim.x;
    b[p - a] = 1;
    if (p < a + 64) b[0] = threadIdx.x;
}

void host(P *a, int *b) { k<<<1, 64>>>(a, b); }
