// expect: racy

struct Step {
    int width = 2;
};

// The host gives 1, and not -1.
__global__ void write(int *a, int step) { a[threadIdx.x * step / 2] = threadIdx.x; }

void host(int *a) {
    Step step{};
    write<<<1, 32>>>(a, step.width - 1);
}
