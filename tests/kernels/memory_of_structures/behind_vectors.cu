// expect: drf
// Host code gives memory of 4096 pairs: no thread that goes past it has a meaning.
__global__ void behind_vectors(float2 *d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        d[i] = make_float2(1.0f, 0.0f);
    if (i > 4200)
        d[5000].x = 2.0f;
}

void run()
{
    float2 *d;
    cudaMalloc(&d, 4096 * sizeof(float2));
    behind_vectors<<<32, 256>>>(d, 4096);
}
