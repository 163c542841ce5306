// expect: drf
// After the loop the pointer stands behind the rows of the block, where each thread has its own element.
__global__ void k(float *out, int rows) {
    float *p = out + threadIdx.x;
    for (int row = 0; row < rows; row++) {
        *p = row;
        p += 256;
    }
    *p = 1;
}

int main() {
    k<<<1, 256>>>(nullptr, 7);
}
