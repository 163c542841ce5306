// expect: potential
// A loop may begin below 0: the pointer points into the middle of its memory.
__global__ void k(int *a, int n) {
    int at = threadIdx.x < 32 ? (int)threadIdx.x : (int)threadIdx.x - 96;
    for (; at < n; at += 64) a[at] = threadIdx.x;
}

int main() {
    int *p;
    cudaMalloc(&p, 4096);
    k<<<1, 64>>>(p + 64, 100);
}
