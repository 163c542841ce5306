// expect: racy

// One text is one element.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

int main() {
    std::map<std::string, float *> of;
    k<<<1, 64>>>(of["out"], of["out"]);
}
