// expect: racy
// Each thread may leave the loop after another step.
__global__ void k(int *out, const int *ends) {
    int at = threadIdx.x;
    for (int i = 0; i < 8; i++) {
        if (ends[at]) break;
        at += 1;
    }
    out[at] = 1;
}

int main() {
    k<<<1, 64>>>(nullptr, nullptr);
}
