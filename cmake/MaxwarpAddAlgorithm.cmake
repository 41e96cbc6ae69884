# maxwarp_add_algorithm(<target> <program.gdsl>
#   [TARGET cuda|openmp]        default: cuda where the project has the language CUDA, else openmp
#   [MAP <mapping>…]            as for gdslc: key=value,… or NAME:key=value,… or FILE.map; default: what gdslc
#                               takes without options, for cuda the best single mapping
#   [ALGORITHM <name>]          of several in the file; default: the first
#   [NUMBER int|double|both])   what the type `number` is
#
# Compiles the program when the project is built and adds the result to <target>, which is made as a static
# library if it does not exist. Its sources then include "<program>.h". Compiled again when the program, a file
# that it imports, a .map file or the compiler changes.
function(maxwarp_add_algorithm target program)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "TARGET;ALGORITHM;NUMBER" "MAP")
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "maxwarp_add_algorithm(${target} ${program}): unexpected or incomplete: "
      "${arg_UNPARSED_ARGUMENTS} ${arg_KEYWORDS_MISSING_VALUES}; there are TARGET, MAP, ALGORITHM and NUMBER")
  endif()
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT arg_TARGET)
    set(arg_TARGET openmp)
    if("CUDA" IN_LIST languages)
      set(arg_TARGET cuda)
    endif()
  endif()
  if(NOT arg_TARGET MATCHES "^(cuda|openmp)$")
    message(FATAL_ERROR "maxwarp_add_algorithm(${target} ${program}): TARGET is ${arg_TARGET}; write cuda or openmp")
  endif()
  if(arg_TARGET STREQUAL "cuda" AND NOT "CUDA" IN_LIST languages)
    message(FATAL_ERROR "maxwarp_add_algorithm(${target} ${program}): TARGET cuda needs enable_language(CUDA)")
  endif()
  cmake_path(ABSOLUTE_PATH program BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  if(NOT EXISTS "${program}")
    message(FATAL_ERROR "maxwarp_add_algorithm(${target}): no program ${program}")
  endif()

  cmake_path(GET program STEM name)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/maxwarp/${target}")
  set(source "${folder}/${name}.cpp")
  if(arg_TARGET STREQUAL "cuda")
    set(source "${folder}/${name}.cu")
  endif()
  set(options --target=${arg_TARGET})
  if(arg_ALGORITHM)
    list(APPEND options --algorithm=${arg_ALGORITHM})
  endif()
  if(arg_NUMBER)
    list(APPEND options --number=${arg_NUMBER})
  endif()
  # A program with errors is told when it is compiled.
  execute_process(COMMAND "${Maxwarp_COMPILER}" "${program}" --emit=imports --quiet
    OUTPUT_VARIABLE imports ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(REPLACE "\n" ";" imports "${imports}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${program}" ${imports})
  set(inputs "${program}" ${imports} "${Maxwarp_COMPILER}")
  foreach(mapping IN LISTS arg_MAP)
    # FILE.map or NAME:FILE.map, relative to the project's folder
    if(mapping MATCHES "^([^:=]*:)?([^=]*[.]map)$")
      set(prefix "${CMAKE_MATCH_1}")
      set(file "${CMAKE_MATCH_2}")
      cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
      list(APPEND inputs "${file}")
      set(mapping "${prefix}${file}")
    endif()
    list(APPEND options "--map=${mapping}")
  endforeach()
  file(MAKE_DIRECTORY "${folder}")
  add_custom_command(OUTPUT "${source}" "${folder}/${name}.h"
    COMMAND "${Maxwarp_COMPILER}" "${program}" ${options} -o "${source}" "--header=${folder}/${name}.h"
    DEPENDS ${inputs}
    COMMENT "Compiling ${name}.gdsl for ${arg_TARGET}"
    VERBATIM)

  if(NOT TARGET ${target})
    add_library(${target} STATIC)
  endif()
  target_sources(${target} PRIVATE "${source}" "${folder}/${name}.h")
  target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${folder}>")
  target_link_libraries(${target} PUBLIC Maxwarp::headers)
  target_compile_features(${target} PUBLIC cxx_std_20)
  if(arg_TARGET STREQUAL "cuda")
    # The header names streams, so sources of the host need the headers of CUDA, and what links the target the runtime:
    # the one that the project's own CUDA code has.
    find_package(CUDAToolkit REQUIRED)
    if(CMAKE_CUDA_RUNTIME_LIBRARY STREQUAL "Shared")
      target_link_libraries(${target} PUBLIC CUDA::cudart)
    else()
      target_link_libraries(${target} PUBLIC CUDA::cudart_static)
    endif()
    # `sort` and `scan` of a program; linked where it calls them.
    if(NOT TARGET maxwarp_order)
      add_library(maxwarp_order STATIC EXCLUDE_FROM_ALL "${Maxwarp_SHARE}/runtime/device/order.cu")
      target_link_libraries(maxwarp_order PUBLIC Maxwarp::headers)
      target_compile_options(maxwarp_order PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:-std=c++20>")
    endif()
    target_link_libraries(${target} PRIVATE maxwarp_order)
    # A CMake that is older than the CUDA compiler does not know its features.
    if("cuda_std_20" IN_LIST CMAKE_CUDA_COMPILE_FEATURES)
      target_compile_features(${target} PRIVATE cuda_std_20)
    else()
      target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:-std=c++20>")
    endif()
  else()
    find_package(OpenMP REQUIRED COMPONENTS CXX)
    target_link_libraries(${target} PRIVATE OpenMP::OpenMP_CXX)
    # C++ would let the compiler leave out a `while` of the program that does not end.
    set_source_files_properties("${source}" PROPERTIES COMPILE_OPTIONS
      "$<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-fno-finite-loops>")
  endif()
endfunction()
