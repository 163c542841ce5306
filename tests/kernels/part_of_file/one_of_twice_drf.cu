// expect: drf

#include "twice_racy.cu"

int main() {
    float *out;
    cudaMalloc((void **)&out, 16 * 128 * sizeof(float));
    fill<<<16, 128>>>(out);
}
