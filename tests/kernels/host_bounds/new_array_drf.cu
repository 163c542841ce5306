// expect: drf
// That the host makes arrays, of `side * side` elements, changes nothing of the side.
const int side = 1024;
__global__ void k(float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        __shared__ float half[32];
        half[threadIdx.x] = out[i];
        __syncthreads();
        out[i] = half[31 - threadIdx.x];
    }
}
int main() {
    float *out, *host;
    host = new float[side * side];
    dim3 block(32);
    dim3 grid((side + block.x - 1) / block.x);
    cudaMalloc(&out, side * sizeof(float));
    k<<<grid, block>>>(out, side);
}
