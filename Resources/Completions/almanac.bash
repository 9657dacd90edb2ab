# Completion of almanac in bash.
_almanac() {
  mapfile -t COMPREPLY < <("$1" complete --bash "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
  [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace
}
complete -o default -F _almanac almanac
