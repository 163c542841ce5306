// expect: drf

struct Bodies {
    float4 *at, *speed;
};

__global__ void move_all(Bodies bodies, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) bodies.speed[i].x += bodies.at[(i + 1) % n].y;
}

void host(int n) {
    float *memory;
    cudaMalloc(&memory, 2 * n * sizeof(float4));
    Bodies bodies = {(float4 *)memory, (float4 *)memory + n};
    move_all<<<(n + 127) / 128, 128>>>(bodies, n);
}
