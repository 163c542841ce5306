// expect: racy
// flags: --timeout 20

// The operator writes where the object points to.
struct Setter {
    int *n;
    Setter &operator<<(int x) {
        *n = x;
        return *this;
    }
};

__global__ void fill(float *a, int m) { a[threadIdx.x % m] = 1; }

void host(float *a) {
    int n = 256;
    Setter setter{&n};
    setter << 3;
    fill<<<1, 256>>>(a, n);
}
