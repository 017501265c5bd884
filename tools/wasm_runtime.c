// What the compiled kernels expect from the C library and from Numba's runtime (tools/build_wasm.py links it).
//
// The code uses WebAssembly's basic arithmetic only, which gives the same bits in every engine.

#include <stdint.h>

typedef uint32_t Address;

static uint64_t bits_of(double value) { return (union { double d; uint64_t u; }){value}.u; }
static double from_bits(uint64_t bits) { return (union { uint64_t u; double d; }){bits}.d; }

// Memory. A caller puts its buffers above the module's own data, and releases what a kernel has allocated.

enum { WASM_PAGE = 65536 };
extern unsigned char __heap_base;
static Address heap_end; // 0 before the first allocation

Address mark(void) { return heap_end ? heap_end : (Address)(uintptr_t)&__heap_base; }
void release(Address end) { heap_end = end; }

Address allocate(uint64_t size, uint32_t alignment)
{
    uint64_t start = ((uint64_t)mark() + alignment - 1) / alignment * alignment;
    uint64_t have = (uint64_t)__builtin_wasm_memory_size(0) * WASM_PAGE;
    if (start + size > have) {
        uint64_t pages = (start + size - have + WASM_PAGE - 1) / WASM_PAGE;
        if (size > UINT32_MAX || __builtin_wasm_memory_grow(0, pages) == (uintptr_t)-1) __builtin_trap();
    }
    heap_end = start + size;
    return start;
}

// The header of an array, as in numba/core/runtime/nrt.cpp.
struct MemInfo {
    int64_t references;
    void *destructor, *destructor_data, *data;
    int64_t size;
};

struct MemInfo *NRT_MemInfo_alloc_aligned(int64_t size, uint32_t alignment)
{
    struct MemInfo *header = (void *)(uintptr_t)allocate(sizeof *header, 16);
    *header = (struct MemInfo){1, 0, 0, (void *)(uintptr_t)allocate(size, alignment ? alignment : 16), size};
    return header;
}

struct MemInfo *NRT_MemInfo_alloc(int64_t size) { return NRT_MemInfo_alloc_aligned(size, 16); }
void *NRT_Allocate(int64_t size) { return (void *)(uintptr_t)allocate(size, 16); }
void NRT_MemInfo_call_dtor(struct MemInfo *header) {} // released after the call
void NRT_Free(void *memory) {}

// Errors. A kernel that cannot make its message of an error says so to Python.

char PyExc_RuntimeError;
void PyErr_SetString(void *kind, const char *message) { __builtin_trap(); }

// Arithmetic.

unsigned __int128 __multi3(unsigned __int128 a, unsigned __int128 b)
{
    uint64_t x = a, y = b, low = UINT32_MAX;
    uint64_t ll = (x & low) * (y & low), hl = (x >> 32) * (y & low);
    uint64_t lh = (x & low) * (y >> 32), hh = (x >> 32) * (y >> 32);
    __asm__("" : "+r"(ll)); // or the compiler sees a wide product, and calls this function for it
    uint64_t middle = (ll >> 32) + (hl & low) + lh;
    uint64_t high = hh + (hl >> 32) + (middle >> 32) + (uint64_t)(a >> 64) * y + x * (uint64_t)(b >> 64);
    return (unsigned __int128)high << 64 | (middle << 32 | (ll & low));
}

/// Split a number into a fraction from 0.5 to 1 and a power of two.
double numba_frexp(double x, int32_t *power)
{
    int field = bits_of(x) >> 52 & 0x7ff;
    *power = 0;
    if (x == 0 || field == 0x7ff) return x;
    if (!field) {
        x = numba_frexp(x * 0x1p64, power);
        *power -= 64;
        return x;
    }
    *power = field - 1022;
    return from_bits((bits_of(x) & ~(0x7ffull << 52)) | 1022ull << 52);
}

/// The whole part of the logarithm. Kernels only count the digits of numbers in messages of errors with it.
double log10(double x)
{
    int digits = 0;
    for (double power = 10; power <= x && digits < 308; power *= 10) digits++;
    return digits;
}

/// A number as the sum of two doubles, with twice their precision (T. J. Dekker, 1971).
struct Pair {
    double high, low;
};

static struct Pair add_exactly(double a, double b)
{
    double sum = a + b, of_b = sum - a;
    return (struct Pair){sum, (a - (sum - of_b)) + (b - of_b)};
}

static struct Pair multiply_exactly(double a, double b)
{
    double scaled_a = a * 0x1.0000002p27, a_high = scaled_a - (scaled_a - a), a_low = a - a_high;
    double scaled_b = b * 0x1.0000002p27, b_high = scaled_b - (scaled_b - b), b_low = b - b_high;
    double product = a * b;
    return (struct Pair){product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

static struct Pair add(struct Pair a, struct Pair b)
{
    struct Pair high = add_exactly(a.high, b.high), low = add_exactly(a.low, b.low);
    high = add_exactly(high.high, high.low + low.high);
    return add_exactly(high.high, high.low + low.low);
}

static struct Pair multiply(struct Pair a, struct Pair b)
{
    struct Pair product = multiply_exactly(a.high, b.high);
    return add_exactly(product.high, product.low + (a.high * b.low + a.low * b.high));
}

static struct Pair divide(struct Pair a, double b)
{
    double quotient = a.high / b;
    struct Pair product = multiply_exactly(quotient, b);
    return add_exactly(quotient, ((a.high - product.high) - product.low + a.low) / b);
}

static double power_of_two(int power) { return from_bits((uint64_t)(1023 + power) << 52); }

/// The exact value, rounded: a Taylor series in pairs of doubles, for an argument made small by whole powers of two.
double exp(double x)
{
    if (x != x) return x;
    if (x > 710) return __builtin_inf();
    if (x < -746) return 0;
    double n = (x * 0x1.71547652b82fep0 + 0x1.8p52) - 0x1.8p52; // the nearest power of two
    // ln 2 in three parts. n times the first two is exact.
    struct Pair small = add_exactly(x - n * 0x1.62e42fefa38p-1, -n * 0x1.ef35793c76p-45);
    small = add(small, (struct Pair){-n * 0x1.cc01f97b57a08p-87, 0});
    small = (struct Pair){small.high * 0x1p-8, small.low * 0x1p-8};
    struct Pair sum = {1, 0};
    for (int k = 9; k > 0; k--) sum = add((struct Pair){1, 0}, divide(multiply(small, sum), k));
    for (int k = 0; k < 8; k++) sum = multiply(sum, sum);
    int power = n;
    if (power > -1022) return sum.high * power_of_two(power / 2) * power_of_two(power - power / 2);
    // The result is subnormal: round to its last place before scaling, which is then exact.
    double grid = 1.5 * power_of_two(-1022 - power);
    struct Pair place = add_exactly(grid, sum.high);
    double rounded = (place.high + (place.low + sum.low)) - grid;
    return rounded * 0x1p-600 * power_of_two(power + 600);
}
