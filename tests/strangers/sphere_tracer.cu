// A very small ray tracer.
#include <cfloat>
#include <cmath>
#include <fstream>
#include <iostream>
#include <vector>

class Vec3 {
public:
    __host__ __device__ Vec3() : x(0), y(0), z(0) {}
    __host__ __device__ Vec3(float a, float b, float c) : x(a), y(b), z(c) {}
    __host__ __device__ Vec3 operator+(const Vec3 &o) const { return Vec3(x + o.x, y + o.y, z + o.z); }
    __host__ __device__ Vec3 operator-(const Vec3 &o) const { return Vec3(x - o.x, y - o.y, z - o.z); }
    __host__ __device__ Vec3 operator*(float s) const { return Vec3(x * s, y * s, z * s); }
    __host__ __device__ float dot(const Vec3 &o) const { return x * o.x + y * o.y + z * o.z; }
    __host__ __device__ Vec3 unit() const { return *this * (1.0f / sqrtf(dot(*this))); }
    float x, y, z;
};

struct Ray { Vec3 origin, direction; };

struct Sphere {
    Vec3 centre;
    float radius;
    Vec3 colour;

    __device__ float hit(const Ray &r) const {
        Vec3 oc = r.origin - centre;
        float b = oc.dot(r.direction);
        float disc = b * b - oc.dot(oc) + radius * radius;
        if (disc < 0) return FLT_MAX;
        float t = -b - sqrtf(disc);
        return t > 1e-3f ? t : FLT_MAX;
    }
};

__device__ Vec3 shade(const Ray &ray, const Sphere *spheres, int count) {
    Ray r = ray;
    float weight = 1.0f;
    Vec3 sum;
    for (int depth = 0; depth < 4; ++depth) {
        float best = FLT_MAX;
        int which = -1;
        for (int i = 0; i < count; ++i) {
            float t = spheres[i].hit(r);
            if (t < best) { best = t; which = i; }
        }
        if (which < 0) {
            float t = 0.5f * (r.direction.y + 1.0f);
            return sum + Vec3(1 - 0.5f * t, 1 - 0.3f * t, 1) * weight;
        }
        Vec3 p = r.origin + r.direction * best;
        Vec3 n = (p - spheres[which].centre).unit();
        sum = sum + spheres[which].colour * (weight * 0.5f);
        weight *= 0.5f;
        r.origin = p;
        r.direction = r.direction - n * (2 * n.dot(r.direction));
    }
    return sum;
}

__global__ void render(Vec3 *image, int width, int height, const Sphere *spheres, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= width || j >= height) return;
    float u = (2.0f * i - width) / height, v = (2.0f * j - height) / height;
    Ray r;
    r.direction = Vec3(u, v, -1.5f).unit();
    image[j * width + i] = shade(r, spheres, count);
}

int main() {
    const int width = 1200, height = 600;
    std::vector<Sphere> world = {
        {Vec3(0, 0, -3), 1.0f, Vec3(0.9f, 0.2f, 0.2f)},
        {Vec3(2, 0, -4), 1.0f, Vec3(0.2f, 0.9f, 0.2f)},
        {Vec3(0, -101, -3), 100.0f, Vec3(0.5f, 0.5f, 0.5f)},
    };
    Sphere *spheres;
    Vec3 *image;
    cudaMalloc(&spheres, world.size() * sizeof(Sphere));
    cudaMemcpy(spheres, world.data(), world.size() * sizeof(Sphere), cudaMemcpyHostToDevice);
    cudaMallocManaged(&image, width * height * sizeof(Vec3));

    const int tx = 8, ty = 8;
    dim3 blocks(width / tx + 1, height / ty + 1);
    dim3 threads(tx, ty);
    render<<<blocks, threads>>>(image, width, height, spheres, (int)world.size());
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;

    std::ofstream out("image.ppm");
    out << "P3\n" << width << " " << height << "\n255\n";
    for (int j = height - 1; j >= 0; --j)
        for (int i = 0; i < width; ++i) {
            const Vec3 &c = image[j * width + i];
            out << int(255.99f * c.x) << " " << int(255.99f * c.y) << " " << int(255.99f * c.z) << "\n";
        }
    cudaFree(image);
    cudaFree(spheres);
}
// expect render: race free, assuming nothing -- one pixel for each thread
