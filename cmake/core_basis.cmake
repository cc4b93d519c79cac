# cmake -D ROOT=... -D OUTPUT=... -P core_basis.cmake writes a source file that holds the digest of the host's core: of
# what decides on which commit an agent's work stands and what becomes of it. Attempts are counted by that digest.
#
# It is what `sha256sum` says of the lines that `sha256sum` says of the files, by their paths from the root: two builds in
# two folders agree.
set(folders host/effects host/engine host/git host/session host/snapshot sdk/src)
set(patterns "")
foreach(folder IN LISTS folders)
  list(APPEND patterns ${ROOT}/${folder}/*.cpp ${ROOT}/${folder}/*.hpp ${ROOT}/${folder}/*.h)
endforeach()
file(GLOB files RELATIVE ${ROOT} ${patterns})
list(SORT files COMPARE STRING)
set(lines "")
foreach(name IN LISTS files)
  file(SHA256 ${ROOT}/${name} digest)
  string(APPEND lines "${digest}  ${name}\n")
endforeach()
string(SHA256 basis "${lines}")
set(text "#include \"host/engine/basis.hpp\"

namespace sluice::engine {

std::string_view core_basis() {
  return \"${basis}\";
}

}  // namespace sluice::engine
")
file(WRITE ${OUTPUT} "${text}")
