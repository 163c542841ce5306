// expect: drf
//--blockDim=64 --gridDim=2

// A part of the thread's own variable, by a pointer to another type.
__global__ void sum(float *a, const float4 *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 all = b[i];
    float s = 0;
    for (int n = 0; n < 4; n++) s += reinterpret_cast<float *>(&all)[n];
    int where = i, bits;
    memcpy(&bits, &s, sizeof(bits));
    if (bits != where) a[where] = s;
}
