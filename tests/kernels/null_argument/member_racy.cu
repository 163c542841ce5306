// expect: racy
// There is a place to count in.
struct Out {
    float *to;
    int *count;
};

__global__ void each(Out out) {
    out.to[threadIdx.x] = threadIdx.x;
    if (out.count) out.count[0] = threadIdx.x;
}

void run(float *to, int *count) {
    Out out;
    out.to = to;
    out.count = count;
    each<<<1, 64>>>(out);
}
