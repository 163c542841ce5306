// expect: racy

struct Size {
    int threads = 1;
};

struct Runner {
    struct Size {
        int threads = 2;
    };
    void go(int *a);
};

__global__ void write(int *a) { a[threadIdx.x / 2] = threadIdx.x; }

// The type is that of the class.
void Runner::go(int *a) {
    Size size;
    write<<<1, size.threads>>>(a);
}
