// expect: racy
// A value of what it stands for; no variable of the kernel hides what that is.
template <int N> struct Row { static constexpr int width = N; };
template <int N> using Padded = Row<N + 1>;

template <int N> __global__ void fill(int *a) {
    int Row = 0;
    a[threadIdx.x * Padded<N>::width + Row] = threadIdx.x;
}

void run(int *a) { fill<-1><<<1, 64>>>(a); }
