// CUDA's built-in vector types and dim3, as plain aggregates with CUDA's alignment.
// The names and the lower-case spelling are CUDA's.
#pragma once

#define MAXWARP_SIMT_VECTOR(type, name, pair_alignment, quad_alignment)       \
  struct name##1 { type x; };                                                 \
  struct alignas(pair_alignment) name##2 { type x, y; };                      \
  struct name##3 { type x, y, z; };                                           \
  struct alignas(quad_alignment) name##4 { type x, y, z, w; };                \
  inline name##1 make_##name##1(type x) { return {x}; }                       \
  inline name##2 make_##name##2(type x, type y) { return {x, y}; }            \
  inline name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; } \
  inline name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }

MAXWARP_SIMT_VECTOR(signed char, char, 2, 4)
MAXWARP_SIMT_VECTOR(unsigned char, uchar, 2, 4)
MAXWARP_SIMT_VECTOR(short, short, 4, 8)
MAXWARP_SIMT_VECTOR(unsigned short, ushort, 4, 8)
MAXWARP_SIMT_VECTOR(int, int, 8, 16)
MAXWARP_SIMT_VECTOR(unsigned int, uint, 8, 16)
MAXWARP_SIMT_VECTOR(long, long, 16, 16)
MAXWARP_SIMT_VECTOR(unsigned long, ulong, 16, 16)
MAXWARP_SIMT_VECTOR(long long, longlong, 16, 16)
MAXWARP_SIMT_VECTOR(unsigned long long, ulonglong, 16, 16)
MAXWARP_SIMT_VECTOR(float, float, 8, 16)
MAXWARP_SIMT_VECTOR(double, double, 16, 16)
#undef MAXWARP_SIMT_VECTOR

/// Extent of a grid or block; missing components are 1.
struct dim3 {
  unsigned x = 1, y = 1, z = 1;
  constexpr dim3(unsigned x_extent = 1, unsigned y_extent = 1, unsigned z_extent = 1)
      : x(x_extent), y(y_extent), z(z_extent) {}
  constexpr dim3(uint3 extent) : x(extent.x), y(extent.y), z(extent.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};
