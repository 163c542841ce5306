// expect: drf

__global__ void k(int *a, int s) {
    if (s < 0) a[0] = threadIdx.x;
}

void run(int *a, int n) {
    for (int s = n > 0 ? n : 1; s > 0; s /= 2) k<<<1, 32>>>(a, s);
    for (int s = 0; s < n; s++) k<<<1, 32>>>(a, s);
}
