// expect: drf

struct Work {
    int n;
    float *a;
};

__global__ void k(Work w) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (w.n > 256 && gridDim.x == 1) w.a[0] = i;
    if (i < w.n) w.a[i] = 1;
}

void run(int n, int m, float *a) {
    Work w;
    w.n = n;
    w.a = a;
    k<<<(n + 255) / 256, 256>>>(w);
}
