// expect: racy
// flags: --kernel mean

// Behind the loop, the name is that of the kernel again, and it is given away.
__global__ void mean(float *x) { x[threadIdx.x] = blockIdx.x; }
void launch(void (*f)(float *));
void given(float *p) {
    for (int mean = 0; mean < 3; mean++) p[mean] = 0;
    launch(mean);
}

int main() {
    float *p;
    cudaMalloc(&p, 4096);
    mean<<<1, 512>>>(p);
}
