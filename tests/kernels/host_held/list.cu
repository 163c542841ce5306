// expect: drf

// Elements by lists that are not read are not taken for one.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

int main() {
    std::map<std::pair<int, int>, float *> of;
    k<<<1, 64>>>(of[{0, 1}], of[{1, 1}]);
}
