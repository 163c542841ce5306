// expect: drf
// A loop of one branch moves the pointer: it points somewhere into the table, which nobody writes.
__global__ void k(int *out, const int *table, int stride, int n) {
    if (threadIdx.x < n) {
        int i = threadIdx.x;
        while (i > 3) {
            table += stride;
            i /= 2;
        }
    }
    out[threadIdx.x] = *table;
}

int main() {
    k<<<1, 64>>>(nullptr, nullptr, 5, 9);
}
