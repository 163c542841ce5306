// expect: drf
//--blockDim=64 --gridDim=1

struct Node {
    union {
        uint4 data;
        struct {
            uchar3 parent;
            uchar3 suffix;
            unsigned char pad;
        };
    };
    int depth;
};

__global__ void link(Node *nodes) {
    if (threadIdx.x == 0)
        nodes[1].parent.z = 1;
    if (threadIdx.x == 1)
        nodes[1].data.y = 2;
    if (threadIdx.x == 2)
        nodes[1].depth = 2;
    if (threadIdx.x == 3)
        nodes[0].pad = 2;
}
