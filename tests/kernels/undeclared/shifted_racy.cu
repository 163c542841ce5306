// expect: racy
//--blockDim=64 --gridDim=64

// The whole element is read, whichever member it is that the next thread's element is read for.
__global__ void shift(Node *nodes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Node own = nodes[i];
    float next = nodes[i + 1].weight;
    nodes[i] = own;
}
