// expect: drf

#define WITHOUT_FILL
#include "not_all_racy.cu"

__global__ void other(float *out) {
    out[blockIdx.x * 128 + threadIdx.x] = 1.0f;
}

int main() {
    float *out;
    cudaMalloc((void **)&out, 64 * sizeof(float));
    other<<<1, 64>>>(out);
}
