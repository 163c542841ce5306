// expect: racy
// The last of 4096 pairs is within the memory that host code gives.
__global__ void last_vector(float2 *d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        d[i] = make_float2(1.0f, 0.0f);
    if (i > 4200)
        d[4095].x = 2.0f;
}

void run()
{
    float2 *d;
    cudaMalloc(&d, 4096 * sizeof(float2));
    last_vector<<<32, 256>>>(d, 4096);
}
