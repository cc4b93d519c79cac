# sluice_plugin(NAME SOURCES...) builds the shared library NAME.so of one stage folder.
#
# The version script exports the one entry symbol and hides the rest: without it a plugin leaks its C++ runtime's
# unique symbols, and two plugins share statics although each was loaded alone.
# SLUICE_BASIS is a digest of all that is named here (headers and prompts are named for it alone), which the manifest
# carries: two builds in two folders agree.
function(sluice_plugin name)
  add_library(${name} MODULE ${ARGN})
  set_target_properties(${name} PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/plugins)
  target_link_libraries(${name} PRIVATE sluice_options sluice_sdk)
  set(script ${PROJECT_SOURCE_DIR}/sdk/plugin.map)
  target_link_options(${name} PRIVATE -Wl,--version-script=${script} -Wl,-z,defs)
  if(SLUICE_SANITIZE)
    target_link_options(${name} PRIVATE -Wl,-z,undefs)
  endif()
  set_target_properties(${name} PROPERTIES LINK_DEPENDS ${script})

  set(digests "")
  foreach(source IN LISTS ARGN)
    file(SHA256 ${source} digest)
    string(APPEND digests "${digest}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  endforeach()
  string(SHA256 basis "${digests}")
  target_compile_definitions(${name} PRIVATE SLUICE_BASIS="${basis}" SLUICE_VERSION="${PROJECT_VERSION}")
endfunction()

# sluice_prompts(FOLDER) makes the header "plugins/FOLDER/prompts.hpp" of the templates prompt*.md there: prompt.md is
# sluice::FOLDER::prompt, prompt_fold.md is sluice::FOLDER::prompt_fold, each a std::string_view. A plugin is one file.
set(SLUICE_GENERATED ${CMAKE_BINARY_DIR}/generated)
function(sluice_prompts folder)
  get_filename_component(name ${folder} NAME)
  file(GLOB templates CONFIGURE_DEPENDS ${folder}/prompt*.md)
  if(NOT templates)
    return()
  endif()
  set(SLUICE_PROMPTS "")
  foreach(template IN LISTS templates)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${template})
    get_filename_component(variable ${template} NAME_WE)
    file(READ ${template} text)
    string(APPEND SLUICE_PROMPTS "inline constexpr std::string_view ${variable} =\n    R\"prompt(${text})prompt\";\n")
  endforeach()
  set(SLUICE_PROMPTS_NAMESPACE sluice::${name})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/prompts.hpp.in ${SLUICE_GENERATED}/plugins/${name}/prompts.hpp @ONLY)
endfunction()

# Every folder below this one that holds sources is a plugin of the folder's name.
function(sluice_plugin_folders)
  file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true ${CMAKE_CURRENT_SOURCE_DIR}/*)
  foreach(folder IN LISTS folders)
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp ${folder}/*.c)
    if(sources)
      get_filename_component(name ${folder} NAME)
      sluice_prompts(${folder})
      file(GLOB read_with CONFIGURE_DEPENDS ${folder}/*.hpp ${folder}/*.h ${folder}/prompt*.md)
      sluice_plugin(${name} ${sources} ${read_with})
      target_include_directories(${name} PRIVATE ${folder} ${SLUICE_GENERATED})
    endif()
  endforeach()
endfunction()
