// expect: racy

template <class T> __global__ void spread(T *a);

template <> __global__ void spread(int *a) {
    a[threadIdx.x / 2] = threadIdx.x;
}

int main() {
    int *a;
    spread<<<1, 64>>>(a);
}
