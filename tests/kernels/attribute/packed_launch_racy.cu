// expect: racy

__global__ void k(int *a) { a[threadIdx.x] = blockIdx.x; }

#pragma pack(push, 1)
struct Header {
    char tag;
    int value;
};
#pragma pack(pop)

void go(int *p) { k<<<10 / sizeof(Header), 32>>>(p); }
