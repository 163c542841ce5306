// expect: racy
// No loop runs: the pointer is where it was.
__global__ void k(float *out, int rows) {
    float *p = out + threadIdx.x;
    for (int row = 0; row < rows; row++) {
        p += 256;
    }
    p[1] = 1;
    out[threadIdx.x] = 2;
}

int main(int argc, char **) {
    k<<<1, 256>>>(nullptr, argc - 1);
}
