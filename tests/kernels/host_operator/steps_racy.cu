// expect: racy

__global__ void k(int *a, int s) { a[threadIdx.x * s] = threadIdx.x; }

enum class Mode { off, on };
Mode &operator++(Mode &m) {
    m = m == Mode::on ? Mode::off : Mode::on;
    return m;
}

void go(int *p) {
    Mode m = Mode::on;
    ++m;
    k<<<1, 32>>>(p, (int)m);
}
