// expect: racy

// What does not fit into a bit-field is cut off: 8 is 0, for all threads.
struct Step {
    unsigned by : 3;
};

__global__ void scatter(int *out) {
    Step step;
    step.by = 8;
    out[threadIdx.x * step.by] = threadIdx.x;
}

void run(int *out) { scatter<<<1, 64>>>(out); }
