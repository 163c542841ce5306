// expect: drf

__global__ void k(int *a, int *b) {
    a[threadIdx.x] = 1;
    b[threadIdx.x + 1] = 2;
}

void go(int *p, int *r) {
    int *all[2] = {p, p};
    int **first = all;
    *(first + 1) = r;
    k<<<1, 64>>>(all[0], all[1]);
}
