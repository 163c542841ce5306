// expect: racy

// The lambda expression knows `size` by another name.
__global__ void k(int *a, int n) { a[n == 64 ? threadIdx.x : 0] = threadIdx.x; }

void host(int *a) {
    int size = 64;
    auto halve = [&other = size] { other /= 2; };
    halve();
    k<<<1, 64>>>(a, size);
}
