# Installs the C library as the component `library`: eugene.h, libeugene.so, and what pkg-config and find_package(eugene) read.
# The tree can be moved: both find the rest from where they are themselves.
include(CMakePackageConfigHelpers)
set(config ${CMAKE_INSTALL_LIBDIR}/cmake/eugene)
if(EUGENE_PORTABLE)
  set_target_properties(eugene_library PROPERTIES INSTALL_RPATH "$ORIGIN/eugene")
endif()
set_target_properties(eugene_library PROPERTIES EXPORT_NAME eugene)
install(TARGETS eugene_library EXPORT eugene LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES src/capi/eugene.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)
install(EXPORT eugene FILE eugene-config.cmake NAMESPACE eugene:: DESTINATION ${config} COMPONENT library)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/eugene-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/eugene-config-version.cmake DESTINATION ${config} COMPONENT library)

file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(src/capi/eugene.pc.in eugene.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/eugene.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)
