// expect: drf
// A member that host code makes null is nothing to count in.
struct Out {
    float *to;
    int *count;
};

__global__ void each(Out out) {
    out.to[threadIdx.x] = threadIdx.x;
    if (out.count) out.count[0] = threadIdx.x;
}

void run(float *to) {
    Out out;
    out.to = to;
    out.count = NULL;
    each<<<1, 64>>>(out);
}
