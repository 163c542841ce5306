// expect: racy

// The loops call what changes a variable of its own: half of the work is theirs, and the launch is reached.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void note(float) { static int n; n++; }
void reference(float *out, const float *x, int n) {
    for (int i = 0; i < n; i++) {
        float *row = out + i * n;
        for (int j = 0; j < n; j++) {
            float sum = -FLT_MAX;
            for (int l = 0; l < n; l++) sum = fmaxf(sum, x[i * n + l] * x[l * n + j]);
            note(sum);
            row[j] = tanhf(sum);
        }
    }
}

void host(int turns, float *host_memory) {
    float *p, *q;
    cudaMalloc(&p, 4096 * sizeof(float));
    cudaMalloc(&q, 4096 * sizeof(float));
    reference(host_memory, host_memory, 64);
    for (int turn = 0; turn < turns; turn++) {
        k<<<1, 32>>>(p, q);
        q = p;
    }
}
