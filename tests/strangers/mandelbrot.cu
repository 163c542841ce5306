#include <fstream>
#include <iostream>
#include <vector>
#include <complex>
#include <cuComplex.h>

struct View { double cx, cy, scale; int maxIter; };

__device__ inline int escape(double re, double im, int maxIter) {
	double zr = 0, zi = 0;
	int it = 0;
	while (zr * zr + zi * zi <= 4.0 && it < maxIter) {
		double t = zr * zr - zi * zi + re;
		zi = 2 * zr * zi + im;
		zr = t;
		++it;
	}
	return it;
}

__global__ void mandelbrot(unsigned char* rgb, int width, int height, View v) {
	const int px = blockIdx.x * blockDim.x + threadIdx.x;
	const int py = blockIdx.y * blockDim.y + threadIdx.y;
	if (px >= width || py >= height) return;
	const double re = v.cx + (px - width / 2) * v.scale;
	const double im = v.cy + (py - height / 2) * v.scale;
	const int it = escape(re, im, v.maxIter);
	unsigned char* p = rgb + 3 * (py * width + px);
	p[0] = it == v.maxIter ? 0 : (it * 5) & 255;
	p[1] = it == v.maxIter ? 0 : (it * 7) & 255;
	p[2] = it == v.maxIter ? 0 : (it * 11) & 255;
}

static int escapeHost(std::complex<double> c, int maxIter) {
	std::complex<double> z = 0;
	int it = 0;
	while (std::norm(z) <= 4 && it < maxIter) { z = z * z + c; ++it; }
	return it;
}

int main() {
	const int width = 1920, height = 1080;
	View view{-0.745, 0.113, 2.5e-6, 1000};
	unsigned char* d_rgb;
	const size_t bytes = size_t(width) * height * 3;
	cudaMalloc(&d_rgb, bytes);
	dim3 block(16, 16);
	dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
	mandelbrot<<<grid, block>>>(d_rgb, width, height, view);
	std::vector<unsigned char> rgb(bytes);
	cudaMemcpy(rgb.data(), d_rgb, bytes, cudaMemcpyDeviceToHost);
	std::ofstream out("mandel.ppm", std::ios::binary);
	out << "P6\n" << width << ' ' << height << "\n255\n";
	out.write(reinterpret_cast<const char*>(rgb.data()), bytes);
	std::cout << "centre escapes after " << escapeHost({view.cx, view.cy}, view.maxIter) << '\n';
	cudaFree(d_rgb);
}
// expect mandelbrot: race free -- three bytes for each pixel, and px < width
