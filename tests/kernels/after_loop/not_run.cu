// expect: drf
// The loop has less than no iteration: nothing is moved back.
__global__ void k(int *out, int rows) {
    int at = threadIdx.x;
    for (int row = 0; row < rows; row++) at += 1;
    out[at] = 1;
    out[threadIdx.x] = 2;
}

int main() {
    k<<<1, 64>>>(nullptr, -1);
}
