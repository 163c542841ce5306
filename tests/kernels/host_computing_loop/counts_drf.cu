// expect: drf

// What the loop does not change is known behind it.
__global__ void k(int *a, int n) { a[n == 64 ? threadIdx.x : 0] = threadIdx.x; }

void host(int *a, float *x, int count) {
    int sizes[2] = {64, 32};
    float sum = 0;
    for (int i = 0; i < count; i++)
        for (int j = 0; j <= i; j++) sum += x[j] * sizes[1] - INFINITY;
    printf("%f\n", sum);
    k<<<1, 64>>>(a, sizes[0]);
}
