# Completion of journey for bash, made by 'journey generate bash'.

_journey() {
  local program=${COMP_WORDS[0]} line=${COMP_LINE:0:COMP_POINT} columns= entry
  local -a reply=()
  COMPREPLY=()
  program=${program/#\~\//$HOME/}
  command -v -- "$program" >/dev/null || return 0
  # Tab, and what lists: others put each reply into the line.
  case ${COMP_TYPE-} in 9 | 33 | 63 | 64) columns=${COLUMNS:-80} ;; esac
  while IFS= read -r entry; do
    reply+=("$entry")
  done < <("$program" __complete bash "$line" "$COMP_WORDBREAKS" "$columns" 2>/dev/null </dev/null)
  case ${reply[0]-} in
    files)
      # Readline quotes names of files itself.
      compopt -o filenames 2>/dev/null
      while IFS= read -r entry; do
        COMPREPLY+=("${reply[2]-}${entry:${reply[1]-0}}")
      done < <(compgen -f -- "${reply[3]-}")
      ;;
    nospace)
      compopt -o nospace 2>/dev/null
      COMPREPLY=("${reply[@]:1}")
      ;;
    words) COMPREPLY=("${reply[@]:1}") ;;
  esac
}

complete -F _journey journey
