// What steers a terminal or a table is escaped; all other text stays as it is.
#include "runtime/system/shown_text.h"

#include <gtest/gtest.h>

namespace maxwarp {
namespace {

TEST(ShownText, LetsVisibleTextAlone) {
  const std::string text = " !\"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~ é € 😀 \xC2\xA0";
  EXPECT_EQ(shown(text), text);
  EXPECT_EQ(shown(""), "");
}

TEST(ShownText, EscapesEachByteOfAControlCharacter) {
  EXPECT_EQ(shown("a\x1b[31mb\r\n\t\x7f"), "a\\x1b[31mb\\x0d\\x0a\\x09\\x7f");
  EXPECT_EQ(shown(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(shown("\xC2\x85 \xC2\x9B"), "\\xc2\\x85 \\xc2\\x9b");
  for (const char* steering :
       {"\u061c", "\u200e", "\u200f", "\u2028", "\u2029", "\u202a", "\u202e", "\u2066", "\u2069"}) {
    EXPECT_TRUE(is_control(steering)) << steering;
    EXPECT_EQ(shown(steering).find_first_not_of("\\x0123456789abcdef"), std::string::npos) << steering;
  }
  for (const char* visible : {"\u00a0", "\u061d", "\u200d", "\u2027", "\u202f", "\u2065", "\u206a", "a", " "})
    EXPECT_FALSE(is_control(visible)) << visible;
}

TEST(ShownText, EscapesWhatIsNoUtf8) {
  EXPECT_EQ(shown("\xff\xfe"), "\\xff\\xfe");
  EXPECT_EQ(shown("\xc3"), "\\xc3");
  EXPECT_EQ(shown("\xc0\x80\xed\xa0\x80"), "\\xc0\\x80\\xed\\xa0\\x80");
  EXPECT_EQ(shown("\xf4\x90\x80\x80z"), "\\xf4\\x90\\x80\\x80z");
}

TEST(ShownText, KeepsTheControlsThatAreWanted) { EXPECT_EQ(shown("a\n\tb\r", "\n\t"), "a\n\tb\\x0d"); }

TEST(Utf8, LengthsAreThoseOfTheStandard) {
  EXPECT_EQ(utf8_length(""), 0u);
  EXPECT_EQ(utf8_length(std::string_view("\0", 1)), 1u);
  EXPECT_EQ(utf8_length("\xc3\xa9x"), 2u);
  EXPECT_EQ(utf8_length("\xe2\x82\xac"), 3u);
  EXPECT_EQ(utf8_length("\xf0\x9f\x98\x80"), 4u);
  EXPECT_EQ(utf8_length("\x80"), 0u);
}

}  // namespace
}  // namespace maxwarp
