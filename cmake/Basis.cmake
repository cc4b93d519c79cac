# sluice_core_basis(OUTPUT) makes the source file OUTPUT, by cmake/core_basis.cmake, anew whenever a source of the core
# changes: at build time, so that an edit costs no configuring.
function(sluice_core_basis output)
  set(sources "")
  foreach(folder host/effects host/engine host/git host/session host/snapshot sdk/src)
    file(GLOB found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp ${PROJECT_SOURCE_DIR}/${folder}/*.hpp
      ${PROJECT_SOURCE_DIR}/${folder}/*.h)
    list(APPEND sources ${found})
  endforeach()
  set(script ${PROJECT_SOURCE_DIR}/cmake/core_basis.cmake)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D ROOT=${PROJECT_SOURCE_DIR} -D OUTPUT=${output} -P ${script}
    DEPENDS ${script} ${sources}
    COMMENT "Stamping the digest of the host's core"
    VERBATIM)
endfunction()
