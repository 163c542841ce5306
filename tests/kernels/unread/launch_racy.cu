// expect: racy

// A brace is missing: what stands in `more` may belong to `run`, or not, so the launch may be any.
__global__ void write(int *a) {
    a[threadIdx.x % 64] = threadIdx.x;
}

void run(int *a, int size) {
    if (size > 0) {
        write<<<1, 64>>>(a);
}

void more(int *a, int size) {
    size = 64;
    write<<<1, size>>>(a);
}
