// expect: racy
// Host code gives a place to count in.
__global__ void relu(float *out, const float *in, int *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = in[i];
    if (v < 0) {
        v = 0;
        if (count != nullptr) *count += 1;
    }
    out[i] = v;
}

void run(float *out, const float *in, int *count, int n) { relu<<<(n + 255) / 256, 256>>>(out, in, count, n); }
