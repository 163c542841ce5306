// expect: drf

#include "launches_drf.cu"

int main() {
    run();
}
