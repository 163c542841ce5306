// expect: racy
// As `on_one_branch.cu`, but the place is written.
__global__ void k(int *table, int stride, int n) {
    if (threadIdx.x < n) {
        int i = threadIdx.x;
        while (i > 3) {
            table += stride;
            i /= 2;
        }
    }
    *table = threadIdx.x;
}

int main() {
    k<<<1, 64>>>(nullptr, 5, 9);
}
