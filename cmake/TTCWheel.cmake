# What the Python wheel holds beside python/ttc, in the folder that its build
# names: libttc.so, and the terms of the libraries that are linked into it, which
# ask to stay with it. They are taken from the packages that brought the archives.

function(ttc_install_for_python library)
  install(FILES ${library} DESTINATION . COMPONENT python EXCLUDE_FROM_ALL)
  foreach(package llvm-22-dev libzstd-dev zlib1g-dev)
    install(FILES /usr/share/doc/${package}/copyright
            DESTINATION licenses RENAME ${package}.txt
            COMPONENT python OPTIONAL EXCLUDE_FROM_ALL)
  endforeach()
endfunction()
