// expect: drf

#define WIDTH 128

#include "part_drf.cu"

int main() {
    float *out;
    cudaMalloc((void **)&out, 16 * WIDTH * sizeof(float));
    fill<<<16, WIDTH>>>(out);
}
