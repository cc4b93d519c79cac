# sluice_schema_files(OUTPUT) writes a source file that holds every schema file of the contract as text, so that the
# host needs no file beside it to check a document.
function(sluice_schema_files output)
  file(GLOB schemas CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/sdk/include/sluice/schema/*.schema.json)
  set(entries "")
  foreach(schema IN LISTS schemas)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${schema})
    get_filename_component(group ${schema} NAME_WE)
    file(READ ${schema} text)
    string(APPEND entries "    {\"${group}\", R\"schema(${text})schema\"},\n")
  endforeach()
  set(SLUICE_SCHEMA_ENTRIES "${entries}")
  configure_file(${PROJECT_SOURCE_DIR}/cmake/schema_files.cpp.in ${output} @ONLY)
endfunction()
