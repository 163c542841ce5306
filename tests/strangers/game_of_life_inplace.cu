// Juego de la vida — práctica 3. Una sola matriz, para ahorrar memoria.
#include <iostream>
#include <random>
#include <vector>

constexpr int ANCHO = 256;
constexpr int ALTO = 256;

__device__ int vecinos(const int *rejilla, int fila, int columna)
{
    int suma = 0;
    for (int df = -1; df <= 1; ++df) {
        for (int dc = -1; dc <= 1; ++dc) {
            int f = fila + df, c = columna + dc;
            if ((df || dc) && f >= 0 && f < ALTO && c >= 0 && c < ANCHO)
                suma += rejilla[f * ANCHO + c];
        }
    }
    return suma;
}

__global__ void paso(int *rejilla)
{
    int columna = blockIdx.x * blockDim.x + threadIdx.x;
    int fila = blockIdx.y * blockDim.y + threadIdx.y;
    if (fila < ALTO && columna < ANCHO) {
        int n = vecinos(rejilla, fila, columna);
        int viva = rejilla[fila * ANCHO + columna];
        __syncthreads(); // esperar a que todos hayan contado
        rejilla[fila * ANCHO + columna] = (n == 3) || (viva && n == 2);
    }
}

int main()
{
    std::vector<int> h(ANCHO * ALTO);
    std::mt19937 gen(42);
    std::bernoulli_distribution viva(0.3);
    for (int &c : h) c = viva(gen);

    int *d;
    cudaMalloc(&d, h.size() * sizeof(int));
    cudaMemcpy(d, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    dim3 bloque(16, 16);
    dim3 malla(ANCHO / bloque.x, ALTO / bloque.y);
    for (int t = 0; t < 100; ++t) paso<<<malla, bloque>>>(d);
    cudaMemcpy(h.data(), d, h.size() * sizeof(int), cudaMemcpyDeviceToHost);
    long poblacion = 0;
    for (int c : h) poblacion += c;
    std::cout << "población: " << poblacion << std::endl;
    cudaFree(d);
}
// expect paso: racy -- the barrier is one of a block: neighbours in the next block read what is written
