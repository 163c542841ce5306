// expect: racy

#define PART "part_racy.cu"
#include PART

void run() {
    float *out;
    cudaMalloc((void **)&out, 64 * sizeof(float));
    fill<<<2, 64>>>(out);
}
