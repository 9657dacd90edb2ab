# Completion of almanac in bash.
_almanac() {
  mapfile -t COMPREPLY < <("$1" complete --bash "${COMP_LINE:0:COMP_POINT}" --breaks "${COMP_WORDBREAKS-}" 2>/dev/null)
  # The first word is a verb or a file; behind a file, the second one too.
  if ((COMP_CWORD == 1)) || { ((COMP_CWORD == 2)) && [[ -f ${COMP_WORDS[1]} ]]; }; then
    compopt -o filenames
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$2")
  fi
  [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace
}
complete -o default -F _almanac almanac
