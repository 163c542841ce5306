// expect: racy

#define WIDTH 128

#include "part_racy.cu"

int main() {
    float *out;
    cudaMalloc((void **)&out, 17 * WIDTH * sizeof(float));
    fill<<<16, WIDTH + 1>>>(out);
}
