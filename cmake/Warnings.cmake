# Every target of the project links sluice_options: one place for warnings, sanitizers and reproducible paths.
add_library(sluice_options INTERFACE)
target_compile_options(sluice_options INTERFACE
  -Wall -Wextra -Wpedantic -Werror
  # Two builds of one source in two folders give the same bytes.
  -ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)
if(SLUICE_SANITIZE)
  target_compile_options(sluice_options INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(sluice_options INTERFACE -fsanitize=address,undefined)
  target_compile_definitions(sluice_options INTERFACE SLUICE_SANITIZE=1)
endif()
