// expect: racy

// `T` is given as a reference, so that the call changes `block`.
template <class T>
void widen(T n) {
  n = 64;
}

__global__ void k(int *out) { out[blockIdx.x] = threadIdx.x; }

void launch(int *out) {
  int block = 1;
  widen<int &>(block);
  k<<<2, block>>>(out);
}
