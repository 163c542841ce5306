// expect: racy

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void go() {
    std::vector<float> d(2048);
    std::vector<float> *c = &d;
    k<<<1, 32>>>(d.data(), c->data());
}
