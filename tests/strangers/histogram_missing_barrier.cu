/* Histogramm eines Graustufenbildes, Übung 4 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KLASSEN 256

__global__ void histogramm(const unsigned char *bild, int anzahl, int *ergebnis)
{
    __shared__ int lokal[KLASSEN];
    lokal[threadIdx.x] = 0;          /* 256 Threads: jeder löscht eine Klasse */

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int schritt = blockDim.x * gridDim.x;
    for (; i < anzahl; i += schritt)
        atomicAdd(&lokal[bild[i]], 1);

    __syncthreads();
    atomicAdd(&ergebnis[threadIdx.x], lokal[threadIdx.x]);
}

int main(void)
{
    int breite = 640, hoehe = 480, anzahl = breite * hoehe;
    unsigned char *bild = (unsigned char *)malloc(anzahl);
    int ergebnis[KLASSEN];
    for (int i = 0; i < anzahl; i++) bild[i] = (i * 7) & 0xff;

    unsigned char *d_bild; int *d_ergebnis;
    cudaMalloc((void **)&d_bild, anzahl);
    cudaMalloc((void **)&d_ergebnis, KLASSEN * sizeof(int));
    cudaMemset(d_ergebnis, 0, KLASSEN * sizeof(int));
    cudaMemcpy(d_bild, bild, anzahl, cudaMemcpyHostToDevice);

    histogramm<<<32, KLASSEN>>>(d_bild, anzahl, d_ergebnis);

    cudaMemcpy(ergebnis, d_ergebnis, sizeof ergebnis, cudaMemcpyDeviceToHost);
    for (int k = 0; k < KLASSEN; k += 16) printf("%3d: %d\n", k, ergebnis[k]);
    cudaFree(d_bild); cudaFree(d_ergebnis); free(bild);
    return 0;
}
// expect histogramm: racy -- the class is cleared by its thread while others already count in it
