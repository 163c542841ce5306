// expect: racy

enum Color { RED, GREEN } __attribute__((packed));

__global__ void k(int *a) { a[threadIdx.x] = blockIdx.x; }

void go(int *a) { k<<<4 / sizeof(Color), 32>>>(a); }
