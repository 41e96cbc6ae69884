// Packed files: the same graph through each compression, several members, damage.
#include "support.h"

#if !defined(MAXWARP_WITHOUT_ZLIB)
#include <zlib.h>
#endif
#if !defined(MAXWARP_WITHOUT_LZMA)
#include <lzma.h>
#endif
#if !defined(MAXWARP_WITHOUT_ZSTD)
#include <zstd.h>
#endif

namespace maxwarp::test {
namespace {

/// A text of more than one output buffer, so that the buffers have to grow.
std::string long_text() {
  std::string text;
  for (int i = 0; i < 60000; ++i) text += std::to_string(i) + " " + std::to_string((i * 7) % 60000) + "\n";
  return text;
}

/// Checks that `packed` reads like the text, that two packed halves in one file do too, and that each of
/// some prefixes is refused.
void check_packed(const std::string& ending, std::string (*pack)(const std::string&)) {
  Folder folder;
  std::string text = long_text(), name = "g.el" + ending;
  auto expected = read_graph(folder.write("plain.el", text));
  ASSERT_TRUE(expected);
  auto read = read_graph(folder.write(name, pack(text)));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->graph.targets, expected->graph.targets);
  std::size_t half = text.find('\n', text.size() / 2) + 1;
  read = read_graph(folder.write(name, pack(text.substr(0, half)) + pack(text.substr(half))));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->graph.targets, expected->graph.targets);
  std::string packed = pack(text);
  for (std::size_t length : {std::size_t(1), packed.size() / 2, packed.size() - 1})
    EXPECT_FALSE(read_graph(folder.write(name, packed.substr(0, length)))) << length;
  packed[packed.size() / 2] ^= 0x55;
  EXPECT_FALSE(read_graph(folder.write(name, packed)));
  EXPECT_EQ(read_graph(folder.write(name, pack(""))).error(), folder.at(name) + ": is empty; expected a graph");
}

#if !defined(MAXWARP_WITHOUT_ZLIB)
std::string gzip(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string packed(compressBound(text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}
TEST(Compression, Gzip) { check_packed(".gz", gzip); }
#endif

#if !defined(MAXWARP_WITHOUT_LZMA)
std::string xz(const std::string& text) {
  std::string packed(lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t used = 0;
  lzma_easy_buffer_encode(2, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                          reinterpret_cast<std::uint8_t*>(packed.data()), &used, packed.size());
  packed.resize(used);
  return packed;
}
TEST(Compression, Xz) { check_packed(".xz", xz); }
#endif

#if !defined(MAXWARP_WITHOUT_ZSTD)
std::string zstd(const std::string& text) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress2(context, packed.data(), packed.size(), text.data(), text.size()));
  ZSTD_freeCCtx(context);
  return packed;
}
TEST(Compression, Zstd) { check_packed(".zst", zstd); }

/// As `zstd --long=LOG` packs what comes through a pipe.
std::string zstd_long(const std::string& text, int log) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, log);
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  ZSTD_inBuffer in{text.data(), text.size(), 0}, none{nullptr, 0, 0};
  ZSTD_outBuffer out{packed.data(), packed.size(), 0};
  ZSTD_compressStream2(context, &out, &in, ZSTD_e_continue);
  ZSTD_compressStream2(context, &out, &none, ZSTD_e_end);
  packed.resize(out.pos);
  ZSTD_freeCCtx(context);
  return packed;
}

TEST(Compression, ZstdWindowsMayBeAsLargeAsTheMemory) {
  Folder folder;
  const std::string path = folder.write("g.el.zst", zstd_long("0 1\n", 28));
  EXPECT_TRUE(read_graph(path));
  setenv("MAXWARP_HOST_MEMORY", "200MB", 1);
  EXPECT_EQ(read_graph(path).error(),
            path + ": needs a larger window than memory allows; expected one packed with a smaller `zstd --long`");
  unsetenv("MAXWARP_HOST_MEMORY");
}
#endif

}  // namespace
}  // namespace maxwarp::test
