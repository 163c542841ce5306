// expect: drf
// Where there are no rows, `rows - 1` is behind every array.
__global__ void below_zero(float *a, unsigned long rows)
{
    unsigned long i = threadIdx.x;
    if (rows == 0 && i > 3)
        a[rows - 1] = i;
    a[i] = 1.0f;
}

void run(float *a, unsigned long rows)
{
    below_zero<<<1, 64>>>(a, rows);
}
