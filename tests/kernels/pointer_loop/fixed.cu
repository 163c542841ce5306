// expect: drf

__global__ void k(int *a) {
    for (int *p = a + threadIdx.x; p < a + 1024; p += blockDim.x) *p = threadIdx.x;
}

void host(int *a) { k<<<1, 256>>>(a); }
