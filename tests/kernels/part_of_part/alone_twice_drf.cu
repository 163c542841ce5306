// expect: drf

#include "inner_twice_racy.cu"

int main() {
    float *out;
    cudaMalloc((void **)&out, 32 * sizeof(float));
    fill<<<1, 32>>>(out);
}
