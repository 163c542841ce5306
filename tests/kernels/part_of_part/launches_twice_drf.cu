// expect: drf

#include "inner_twice_racy.cu"

void run() {
    float *out;
    cudaMalloc((void **)&out, 4 * 64 * sizeof(float));
    fill<<<4, 64>>>(out);
}
