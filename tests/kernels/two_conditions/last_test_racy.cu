// expect: racy
// The last test reads `stop[4]` before it looks at the counter.
__global__ void k(int *stop) {
    int i = threadIdx.x;
    for (int l = 0; stop[l] == 0 && l < 4; l++) {
        if (i == 40) stop[4] = 1;
    }
}
void launch(int *stop) { k<<<1, 64>>>(stop); }
