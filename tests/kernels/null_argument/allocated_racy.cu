// expect: racy
// The pointer is null only at first.
__global__ void each(int *to) { to[0] = threadIdx.x; }

void fill(int **to);

void run() {
    int *to = nullptr;
    fill(&to);
    each<<<1, 64>>>(to);
}
