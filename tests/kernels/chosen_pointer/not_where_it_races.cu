// expect: drf
// The two pointers are equal where `mode` is not 1, and only there the kernel does nothing.
__global__ void not_where_it_races(int *a, const int *b, int mode)
{
    if (mode == 1)
        a[threadIdx.x] = b[threadIdx.x + 1];
}

void run(int mode, int n)
{
    int *x, *y;
    cudaMalloc(&x, 400);
    cudaMalloc(&y, 400);
    int *p = x;
    if (mode == 0 && n < 16)
        p = x;
    else if (mode == 1)
        p = y;
    not_where_it_races<<<1, 32>>>(p, x, mode);
}
