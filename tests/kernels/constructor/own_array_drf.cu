// expect: drf
// An array of objects of a thread's own, each made by the constructor without arguments.
struct Point {
    float x, y;
    __device__ Point() : x(0), y(0) {}
    __device__ Point(float x, float y) : x(x), y(y) {}
    __device__ float dot(const Point &other) const { return x * other.x + y * other.y; }
};
__global__ void k(float *out, int n) {
    Point corners[4], center(1, 2), others[3] = {center, Point(3, 4)};
    for (int i = 0; i < 4; i++) corners[i] = Point(i, out[blockIdx.x * blockDim.x + threadIdx.x]);
    float sum = corners[1].dot(center) + others[n % 3].dot(corners[n % 4]);
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
void launch(float *out, int n) { k<<<16, 64>>>(out, n); }
