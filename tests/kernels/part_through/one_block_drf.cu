// expect: drf

#include "part_racy.cu"

int main() {
    float *out;
    cudaMalloc((void **)&out, 64 * sizeof(float));
    fill<<<1, 64>>>(out);
}
