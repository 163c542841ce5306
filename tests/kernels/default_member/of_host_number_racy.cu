// expect: racy

struct Step {
    int width = 2;
};

// The host gives 1, and not -1.
__global__ void write(int *a, int step) { a[step == 1 ? 0 : threadIdx.x] = threadIdx.x; }

void host(int *a) {
    Step step{};
    write<<<1, 32>>>(a, step.width - 1);
}
