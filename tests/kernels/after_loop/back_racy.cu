// expect: racy
// The second loop goes one element less far back with each step.
__global__ void k(float *out) {
    __shared__ float path[8192];
    int at = threadIdx.x;
    for (unsigned t = 0; t < 16; t++) {
        path[at] = t;
        at += 256;
    }
    float sum = 0;
    for (unsigned t = 0; t < 16; t++) {
        at -= 255;
        sum += path[at];
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

int main(int argc, char **) {
    k<<<argc, 256>>>(nullptr);
}
