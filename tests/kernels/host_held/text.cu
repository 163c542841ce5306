// expect: drf

// Two texts are two elements.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

int main() {
    std::map<std::string, float *> of;
    k<<<1, 64>>>(of["out"], of["in"]);
}
