// expect: racy

struct Bodies {
    float4 *at, *speed;
};

__global__ void move(Bodies bodies, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) bodies.speed[i].y += bodies.at[i].y;
}

void host(float4 *memory, int n) {
    Bodies bodies = {memory, memory + n - 1};
    move<<<(n + 127) / 128, 128>>>(bodies, n);
}
