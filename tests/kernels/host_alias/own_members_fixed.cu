// expect: drf

struct Pair {
    float *to, *from;
};

__global__ void k(Pair p) {
    int i = threadIdx.x;
    p.to[i] = p.from[i + 1];
}

void run(float *p, float *q) {
    Pair s = {p, q};
    k<<<1, 256>>>(s);
}
