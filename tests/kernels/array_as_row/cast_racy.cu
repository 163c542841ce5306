// expect: racy

__global__ void k(int *p) {
    int (*rows)[16] = (int (*)[16])p;
    rows[0][threadIdx.x] = 1;
    if (threadIdx.x < 16) rows[1][threadIdx.x] = 2;
}

void host(int *p) { k<<<1, 32>>>(p); }
