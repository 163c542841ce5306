// expect: drf
//--blockDim=64 --gridDim=4

// A union without a name in a structure, and a structure without a name in that.
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

__global__ void link(Node *nodes, unsigned *out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    Node node;
    node.data = nodes[i].data;
    node.pad = 3;
    nodes[i].suffix.y = node.parent.x;
    nodes[i].depth = node.suffix.z;
    out[i] = nodes[i].data.w;
}
