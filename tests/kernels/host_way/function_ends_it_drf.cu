// expect: drf

__global__ void st(int *a, int s) {
    a[threadIdx.x * s] = threadIdx.x;
}

void need(bool holds) {
    if (!holds) {
        exit(1);
    }
}

int main(int c, char **v) {
    int *p;
    cudaMalloc(&p, 4096);
    int s = atoi(v[1]);
    need(s >= 1);
    if (s < 1000) {
        st<<<1, 32>>>(p, s);
    }
}
