// expect: racy
//--blockDim=64 --gridDim=4

struct Vector {
    int x, y;
    __device__ Vector() : x(1), y(2) {}
    __device__ Vector(int a, int b) : x(a), y(b) {}
};

struct Ray { Vector from, to; };

struct Box {
    Vector low, high;
    __device__ Box(int n) : low(n, n) {}
};

__global__ void put(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Ray ray;
    Box box(3);
    Ray listed = {box.high, Vector(0, 1)};
    a[i * (ray.to.y + box.low.y - listed.from.x - box.low.x - listed.to.y) + box.high.y - 2] = 1;
}
