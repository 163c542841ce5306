// expect: racy
// A signed index may be -1: nothing says that the array begins where the pointer points.
__global__ void signed_below_zero(float *a, long rows)
{
    unsigned long i = threadIdx.x;
    if (rows == 0 && i > 3)
        a[rows - 1] = i;
    a[128 + i] = 1.0f;
}

void run(float *a, long rows)
{
    signed_below_zero<<<1, 64>>>(a, rows);
}
