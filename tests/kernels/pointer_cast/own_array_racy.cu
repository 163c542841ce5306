// expect: racy
__device__ unsigned mix(unsigned *words) { return words[0] * 3u + words[1]; }
__global__ void k(unsigned *out) {
    unsigned char key[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    key[1] = threadIdx.x;
    out[mix((unsigned *)key) % 32] = threadIdx.x;
}
void launch(unsigned *out) { k<<<1, 64>>>(out); }
