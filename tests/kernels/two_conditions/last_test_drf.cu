// expect: drf
// The counter is looked at first: `stop[4]` is not read.
__global__ void k(int *stop) {
    int i = threadIdx.x;
    for (int l = 0; l < 4 && stop[l] == 0; l++) {
        if (i == 40) stop[4] = 1;
    }
}
void launch(int *stop) { k<<<1, 64>>>(stop); }
