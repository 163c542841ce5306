// expect: racy

__global__ void k(int *a, int s) { a[threadIdx.x * s] = threadIdx.x; }

void go(int *p) {
    int s = 1;
    auto ref = [&]() -> int & { return s; };
    ref() = 0;
    k<<<1, 32>>>(p, s);
}
