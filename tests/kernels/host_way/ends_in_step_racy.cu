// expect: racy

__global__ void k(int *a) { a[threadIdx.x % 32] = 1; }

void run(int *a) {
    k<<<1, 32>>>(a);
    for (int i = 0; i < 3; i == 1 ? exit(0) : (void) 0, ++i) k<<<1, 64>>>(a);
}
