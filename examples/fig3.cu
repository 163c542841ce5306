// [L22, Figure 3]: all threads read and write the same elements.
// expect: racy
//--blockDim=32 --gridDim=1
#define M 16

__global__ void figure3(int *A) {
    for (int x = 0; x < M; x++) {
        int y = A[x];
        A[x] = y + 1;
    }
}
