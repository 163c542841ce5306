// expect: drf
// flags: --timeout 60
// What does not fit into a bit-field is cut off: 9 is 1, and 15 is -1 of a signed one. In arithmetic it is an `int`, as
// that has all its values.
struct Step {
    unsigned by : 3;
    int back : 4;
};

__global__ void scatter(int *out) {
    Step step;
    step.by = 9;
    step.back = 15;
    if (step.by - 2 < 0) out[threadIdx.x * step.by + step.back + 1] = threadIdx.x;
    else out[0] = threadIdx.x;
}

void run(int *out) { scatter<<<1, 64>>>(out); }
