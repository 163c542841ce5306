// expect: racy
// flags: --kernel mean

__global__ void mean(float *x) { x[threadIdx.x] = blockIdx.x; }
void launch(bool really, void (*f)(float *));
void given(int n, int m) { launch(n > m && mean, *mean); }

int main() {
    float *p;
    cudaMalloc(&p, 4096);
    mean<<<1, 512>>>(p);
}
