// Flocking, 2-D. GPU part of a small game.
#include "Boids.hpp"
#include "imgui.h"
#include <glm/glm.hpp>
#include <memory>

struct Boid { float2 pos, vel; };

__device__ inline float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ inline float2 operator-(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ inline float2 operator*(float2 a, float s) { return make_float2(a.x * s, a.y * s); }
__device__ inline float2& operator+=(float2& a, float2 b) { a = a + b; return a; }
__device__ inline float length2(float2 a) { return a.x * a.x + a.y * a.y; }

__device__ float2 steer(const Boid* flock, int n, int me, float radius)
{
	float2 centre = make_float2(0, 0), heading = make_float2(0, 0), away = make_float2(0, 0);
	int seen = 0;
	for (int i = 0; i < n; ++i) {
		if (i == me) continue;
		float2 d = flock[i].pos - flock[me].pos;
		if (length2(d) < radius * radius) {
			centre += flock[i].pos;
			heading += flock[i].vel;
			away += d * -1.0f;
			++seen;
		}
	}
	if (!seen) return make_float2(0, 0);
	return (centre * (1.0f / seen) - flock[me].pos) * 0.01f + heading * (0.05f / seen) + away * 0.05f;
}

__global__ void updateInPlace(Boid* flock, int n, float radius, float dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	flock[i].vel += steer(flock, n, i, radius);
	flock[i].pos += flock[i].vel * dt;
}

__global__ void update(const Boid* flock, Boid* next, int n, float radius, float dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	Boid b = flock[i];
	b.vel += steer(flock, n, i, radius);
	b.pos += b.vel * dt;
	next[i] = b;
}

class Flock : public Simulation {
public:
	explicit Flock(int count) : count_(count)
	{
		cudaMalloc(&now_, count * sizeof(Boid));
		cudaMalloc(&next_, count * sizeof(Boid));
	}
	~Flock() override { cudaFree(now_); cudaFree(next_); }

	void tick(float dt) override
	{
		constexpr int threads = 128;
		const int blocks = (count_ + threads - 1) / threads;
		if (ImGui::Checkbox("double buffering", &doubleBuffered_); doubleBuffered_) {
			update<<<blocks, threads>>>(now_, next_, count_, radius_, dt);
			std::swap(now_, next_);
		} else {
			updateInPlace<<<blocks, threads>>>(now_, count_, radius_, dt);
		}
	}

private:
	Boid *now_ = nullptr, *next_ = nullptr;
	int count_;
	float radius_ = 12.5f;
	bool doubleBuffered_ = true;
};

std::unique_ptr<Simulation> makeFlock(int count) { return std::make_unique<Flock>(count); }
// expect updateInPlace: racy, assuming missing-header -- others read positions and velocities while they change
// expect update: race free, assuming missing-header -- from one buffer to the other
