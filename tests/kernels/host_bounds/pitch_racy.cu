// expect: racy
#include <stdlib.h>
__global__ void rows(int nx, int ny, int pitch, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < nx && j < ny)
        out[i + j * pitch] = 1.0f;
}
int main(int argc, char **argv) {
    int nx = atoi(argv[1]), ny = atoi(argv[2]);
    float *out;
    size_t bytes;
    cudaMallocPitch((void **)&out, &bytes, sizeof(float) * nx, ny);
    int pitch = bytes / sizeof(double);
    dim3 grid((nx + 31) / 32, (ny + 3) / 4), block(32, 4);
    rows<<<grid, block>>>(nx, ny, pitch, out);
}
