// expect: drf

__global__ void k(int *a) { a[threadIdx.x % 64] = 1; }

#define CHECK(e) ((e) == cudaSuccess ? (void) 0 : abort())

void run(int *a) {
    CHECK(cudaDeviceSynchronize());
    k<<<1, 64>>>(a);
}
