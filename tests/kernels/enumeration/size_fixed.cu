// expect: drf

enum Color { RED, GREEN };

__global__ void k(int *a) { a[threadIdx.x] = blockIdx.x; }

void go(int *a) { k<<<4 / sizeof(Color), 32>>>(a); }
