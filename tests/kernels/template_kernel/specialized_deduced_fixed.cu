// expect: drf

// Which type is meant, the parameters of the specialization and the launch say.
template <class T> __global__ void spread(T *a);

template <> __global__ void spread(int *a) {
    a[threadIdx.x] = threadIdx.x;
}

int main() {
    int *a;
    spread<<<1, 64>>>(a);
}
