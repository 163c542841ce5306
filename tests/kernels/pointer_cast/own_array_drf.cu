// expect: drf
// What the words of a thread's own bytes are is not known; they are no memory that others have.
__device__ unsigned mix(unsigned *words) {
    words[0] = words[0] * 3u + words[1];
    return words[0];
}
__global__ void k(unsigned *out) {
    unsigned char key[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    key[1] = threadIdx.x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = mix((unsigned *)key);
}
void launch(unsigned *out) { k<<<16, 64>>>(out); }
