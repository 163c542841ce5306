// expect: racy
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

// The suffix begins at byte 3, so that its last part is the second byte of `data.y`.
__global__ void link(Node *nodes) {
    if (threadIdx.x == 0)
        nodes[1].suffix.z = 1;
    if (threadIdx.x == 1)
        nodes[1].data.y = 2;
}
