// expect: drf
// The step stands under a condition that stays as it is.
__global__ void k(int *out, int n, bool far) {
    int at = threadIdx.x;
    for (int i = 0; i < n; i++) {
        if (far) at += 64;
    }
    out[at] = n;
}

int main(int argc, char **) {
    k<<<1, 64>>>(nullptr, argc, argc > 2);
}
