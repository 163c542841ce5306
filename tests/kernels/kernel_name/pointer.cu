// expect: drf
// flags: --kernel mean

// Pointers have the name of the kernel: none of them launches it.
__global__ void mean(float *x) { x[threadIdx.x] = 1; }
void given(float *mean);
void list() { float a = 1, mean = a, *b = &mean; b[0] = 2; }
void filled() { std::vector<float> mean(3); given(mean.data()); }
void indexed(float **mean) { mean[0] = 0; }

int main() {
    float *p;
    cudaMalloc(&p, 4096);
    mean<<<1, 512>>>(p);
}
