// expect: drf

// One half of an array is read, the other one written.
__global__ void move(float4 *at, float4 *speed, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) speed[i].x += at[(i + 1) % n].y;
}

void host(int n) {
    float *memory;
    cudaMalloc(&memory, 2 * n * sizeof(float4));
    move<<<(n + 127) / 128, 128>>>((float4 *)memory, (float4 *)memory + n, n);
}
