// expect: drf
// The second loop goes the way of the first one back.
__global__ void k(float *out, unsigned steps) {
    __shared__ float path[8192];
    int at = threadIdx.x;
    for (unsigned t = 0; t < steps; t++) {
        path[at] = t;
        at += 256;
    }
    float sum = 0;
    for (unsigned t = 0; t < steps; t++) {
        at -= 256;
        sum += path[at];
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

int main(int argc, char **) {
    k<<<argc, 256>>>(nullptr, argc);
}
