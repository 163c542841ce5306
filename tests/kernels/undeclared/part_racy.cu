// expect: racy
//--blockDim=64 --gridDim=64

__global__ void scale(real *out, const Node *nodes, real by) {
    __shared__ real tile[TILE];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = nodes[i].weight;
    out[i] = tile[blockDim.x - 1 - threadIdx.x] * by + OFFSET;
}
