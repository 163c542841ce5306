// expect: drf

// The number of a thread is taken apart by sizes that are numbers, and put together in another order. As bits, divisions
// by them are hard.
__global__ void k(int *out, const int *in, int A, int B, int C, int D) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < A * B * C * D) {
        int a = i / (B * C * D) % A, b = i / (C * D) % B, c = i / D % C, d = i % D;
        out[d * (C * A * B) + c * (A * B) + a * B + b] = in[i];
    }
}

void host(int *out, const int *in, int blocks) {
    k<<<blocks, 256>>>(out, in, 26, 42, 20, 38);
}
