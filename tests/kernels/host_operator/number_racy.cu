// expect: racy
// The number of the object is another one then.
__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

struct Step {
    int n = 1;
    Step &operator<<(int x) {
        n = x;
        return *this;
    }
};

void run(int *a) {
    Step s;
    s << 0;
    k<<<1, 64>>>(a, s.n);
}
