// expect: racy
union Word {
    int i;
    char c[64];
};

// How many bytes a union has is not looked at here, so nothing says that there are fewer than 16.
__global__ void union_inside(Word *words)
{
    words[15].i = threadIdx.x;
}

void run()
{
    Word *words;
    cudaMalloc(&words, 16 * sizeof(Word));
    union_inside<<<1, 64>>>(words);
}
