// expect: drf

__global__ void k(int *a) { a[threadIdx.x] = blockIdx.x; }

struct Header {
    char tag;
    int value;
};

void go(int *p) { k<<<10 / sizeof(Header), 32>>>(p); }
