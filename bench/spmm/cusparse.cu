// The algorithms of cuSPARSE, each with its own buffer and preprocessing, which are not part of a product.
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "product.h"

#ifdef MAXWARP_WITHOUT_CUSPARSE

std::vector<spmm::Product> spmm::products(std::int32_t, std::int64_t, const std::int64_t*, const std::int32_t*,
                                          std::int64_t, const float*, float*) {
  std::fprintf(stderr, "built without cuSPARSE: nothing to compare with\n");
  return {};
}

#else

#include <cuda_runtime.h>
#include <cusparse.h>

namespace {

[[noreturn]] void fail(const char* what, const char* why) {
  std::fprintf(stderr, "%s: %s\n", what, why);
  std::exit(1);
}

void check(cusparseStatus_t status, const char* what) {
  if (status != CUSPARSE_STATUS_SUCCESS) fail(what, cusparseGetErrorString(status));
}
void check(cudaError_t error, const char* what) {
  if (error != cudaSuccess) fail(what, cudaGetErrorName(error));
}

template <typename T>
T* on_device(const std::vector<T>& values) {
  void* data = nullptr;
  check(cudaMalloc(&data, values.size() * sizeof(T)), "cudaMalloc");
  check(cudaMemcpy(data, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
  return static_cast<T*>(data);
}

struct Operands {
  cusparseHandle_t handle = nullptr;
  cusparseSpMatDescr_t matrix = nullptr;
  cusparseDnMatDescr_t x = nullptr, out = nullptr;
};

/// Adds the algorithm to the products, unless the library does not have it for these operands.
void add(const Operands& of, const char* name, cusparseSpMMAlg_t algorithm, std::vector<spmm::Product>& products) {
  const float one = 1, zero = 0;
  std::size_t bytes = 0;
  const auto plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
  const cusparseStatus_t status = cusparseSpMM_bufferSize(of.handle, plain, plain, &one, of.matrix, of.x, &zero, of.out,
                                                          CUDA_R_32F, algorithm, &bytes);
  if (status == CUSPARSE_STATUS_NOT_SUPPORTED) {
    std::fprintf(stderr, "%s: not supported; left out\n", name);
    return;
  }
  check(status, "cusparseSpMM_bufferSize");
  char* buffer = on_device(std::vector<char>(bytes + 1));
  check(cusparseSpMM_preprocess(of.handle, plain, plain, &one, of.matrix, of.x, &zero, of.out, CUDA_R_32F, algorithm,
                                buffer),
        "cusparseSpMM_preprocess");
  products.push_back({name, [=] {
                        const float one = 1, zero = 0;
                        check(cusparseSpMM(of.handle, plain, plain, &one, of.matrix, of.x, &zero, of.out, CUDA_R_32F,
                                           algorithm, buffer),
                              "cusparseSpMM");
                      }});
}

}  // namespace

std::vector<spmm::Product> spmm::products(std::int32_t rows, std::int64_t edges, const std::int64_t* row_offsets,
                                          const std::int32_t* targets, std::int64_t columns, const float* x,
                                          float* out) {
  if (edges > std::numeric_limits<std::int32_t>::max()) fail("cuSPARSE", "more edges than 32 bits count");
  // Offsets of 32 bits, as the library wants them together with targets of 32 bits.
  std::int32_t* offsets = on_device(std::vector<std::int32_t>(row_offsets, row_offsets + rows + 1));
  float* ones = on_device(std::vector<float>(static_cast<std::size_t>(edges), 1.0f));
  Operands of;
  check(cusparseCreate(&of.handle), "cusparseCreate");
  check(cusparseCreateCsr(&of.matrix, rows, rows, edges, offsets, const_cast<std::int32_t*>(targets), ones,
                          CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
        "cusparseCreateCsr");
  check(cusparseCreateDnMat(&of.x, rows, columns, columns, const_cast<float*>(x), CUDA_R_32F, CUSPARSE_ORDER_ROW),
        "cusparseCreateDnMat");
  check(cusparseCreateDnMat(&of.out, rows, columns, columns, out, CUDA_R_32F, CUSPARSE_ORDER_ROW),
        "cusparseCreateDnMat");
  std::vector<Product> products;
  add(of, "cuSPARSE default", CUSPARSE_SPMM_ALG_DEFAULT, products);
  add(of, "cuSPARSE CSR_ALG2", CUSPARSE_SPMM_CSR_ALG2, products);
  add(of, "cuSPARSE CSR_ALG3", CUSPARSE_SPMM_CSR_ALG3, products);
  return products;
}

#endif
