// What the binary contract promises of files: a header that any compiler takes, and libraries that leak
// nothing.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "host/process/child.hpp"
#include "support/temp_dir.hpp"

namespace sluice {
namespace {

namespace fs = std::filesystem;

process::Result run(std::vector<std::string> argv) {
  process::Command command;
  command.argv = std::move(argv);
  return process::run(command);
}

bool installed(const std::string& program) {
  return run({program, "--version"}).started;
}

TEST(Header, CompilesAlonePedanticallyAsCAndAsCpp) {
  const test::TempDir folder;
  test::write_file(folder.path() / "use.c",
                   "#include \"sluice/abi.h\"\nstatic sluice_plugin table;\nint main(void) {\n"
                   "  return (int)table.size + (int)sizeof(sluice_host);\n}\n");
  const std::vector<std::vector<std::string>> ways{{"gcc", "-x", "c", "-std=c11"},
                                                   {"gcc", "-x", "c", "-std=c99"},
                                                   {"g++", "-x", "c++", "-std=c++20"},
                                                   {"clang", "-x", "c", "-std=c11"},
                                                   {"clang++", "-x", "c++", "-std=c++20"}};
  int tried = 0;
  for (std::vector<std::string> argv : ways) {
    if (argv[0].starts_with("clang") && !installed(argv[0])) continue;
    ++tried;
    const std::string way = argv[0] + " " + argv.back();
    for (const char* flag : {"-pedantic", "-Wall", "-Wextra", "-Wpadded", "-Werror", "-fsyntax-only"}) {
      argv.emplace_back(flag);
    }
    argv.insert(argv.end(), {"-I", SLUICE_SOURCE "/sdk/include", (folder.path() / "use.c").string()});
    const auto result = run(argv);
    EXPECT_TRUE(result.ok()) << way << ": " << result.error;
  }
  EXPECT_GE(tried, 3);
}

TEST(Header, IncludesNothingButTheIntegerTypes) {
  std::istringstream header(test::read_file(SLUICE_SOURCE "/sdk/include/sluice/abi.h"));
  std::vector<std::string> includes;
  for (std::string line; std::getline(header, line);) {
    if (line.starts_with("#include")) includes.push_back(line);
  }
  EXPECT_THAT(includes, testing::ElementsAre("#include <stdint.h>"));
}

std::vector<fs::path> good_libraries() {
  std::vector<fs::path> found;
  for (const fs::path& folder : {fs::path(SLUICE_PLUGINS), fs::path(SLUICE_TEST_PLUGINS) / "abi"}) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".so") found.push_back(entry.path());
    }
  }
  return found;
}

TEST(Libraries, ExportTheOneSymbolAndNothingUnique) {
  const auto libraries = good_libraries();
  ASSERT_GE(libraries.size(), 3U);
  for (const fs::path& library : libraries) {
    const auto symbols = run({"nm", "--dynamic", "--defined-only", "--format=posix", library.string()});
    ASSERT_TRUE(symbols.ok()) << symbols.error;
    std::istringstream lines(symbols.output);
    std::vector<std::string> names;
    for (std::string line; std::getline(lines, line);)
      names.push_back(line.substr(0, line.find(' ', line.find(' ') + 1)));
    EXPECT_THAT(names, testing::ElementsAre("sluice_plugin_v1 T")) << library;
    const auto table = run({"readelf", "--dyn-syms", "--wide", library.string()});
    EXPECT_THAT(table.output, testing::Not(testing::HasSubstr(" UNIQUE "))) << library;
  }
}

TEST(Libraries, LinkNothingThatTheHostOwns) {
  for (const fs::path& library : good_libraries()) {
    const auto needed = run({"readelf", "--dynamic", "--wide", library.string()});
    ASSERT_TRUE(needed.ok()) << needed.error;
    for (const char* owned : {"libgit2", "libcurl", "libspdlog", "libfmt", "libsqlite3", "libboost"}) {
      EXPECT_THAT(needed.output, testing::Not(testing::HasSubstr(owned))) << library;
    }
  }
}

}  // namespace
}  // namespace sluice
