// expect: drf
//--blockDim=64 --gridDim=1

__global__ void bytes(unsigned *a) {
    union { unsigned whole; unsigned char parts[4]; unsigned short halves[2]; } w;
    w.whole = a[threadIdx.x];
    for (int i = 0; i < 4; i++)
        w.parts[i] ^= w.parts[3 - i];
    w.halves[1] = 0;
    a[threadIdx.x] = w.whole;
}
