// expect: racy
// From the middle of an array the arithmetic of addresses leads back, as compilers have it.
__global__ void from_the_middle(float *a, unsigned long rows)
{
    unsigned long i = threadIdx.x;
    if (rows == 0 && i > 3)
        (a + 64)[rows - 1] = i;
    a[128 + i] = 1.0f;
}

void run(float *a, unsigned long rows)
{
    from_the_middle<<<1, 64>>>(a, rows);
}
