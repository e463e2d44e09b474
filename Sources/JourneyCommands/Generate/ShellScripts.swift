/// The completion scripts. They ask the program itself, by its hidden verb, so that what they offer is what the installed program
/// takes; what each shell needs for quoting, files and descriptions is here.
enum ShellScripts {
  /// `completions/journey.bash`, loaded on demand by bash-completion, or sourced.
  static let bash = #"""
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

    """#

  /// `completions/_journey`, a function that zsh loads from `$fpath`.
  static let zsh = #"""
    #compdef journey
    # Completion of journey for zsh, made by 'journey generate zsh'.

    _journey() {
      local program=${(Q)words[1]} prefix entry
      local -a before lines whole open
      program=${program/#\~\//$HOME/}
      before=("${(@Q)words[2,CURRENT-1]}")
      lines=("${(@f)$("$program" __complete words "${before[@]}" "${(Q)PREFIX}" 2>/dev/null </dev/null)}")
      if [[ ${lines[1]-} == files ]]; then
        prefix=${lines[2]-}
        [[ -z $prefix ]] || compset -P ${(b)prefix}
        _files
        return
      fi
      # A colon inside a value is escaped, the one before its description is not.
      for entry in "${(@)lines[2,-1]}"; do
        [[ -n $entry ]] || continue
        prefix=${entry%%$'\t'*}
        case $prefix in
          (*[:=]) open+=("${prefix//:/\\:}") ;;
          (*)
            if [[ $entry == *$'\t'* ]]; then
              whole+=("${prefix//:/\\:}:${entry#*$'\t'}")
            else
              whole+=("${prefix//:/\\:}")
            fi
            ;;
        esac
      done
      local ret=1
      if (( ${#whole} )); then _describe -t values value whole && ret=0; fi
      if (( ${#open} )); then _describe -t values value open -S '' && ret=0; fi
      return ret
    }

    if [[ ${funcstack[1]-} == _journey ]]; then
      _journey "$@"
    else
      compdef _journey journey
    fi

    """#

  /// `completions/journey.fish`.
  static let fish = #"""
    # Completion of journey for fish, made by 'journey generate fish'.

    function __journey_complete
        set -l before (commandline -opc)
        set -l current (commandline -ct)
        # A quote that is still open keeps 'string unescape' from reading it.
        set -l plain (string unescape -- $current; or string unescape -- $current\'; or string unescape -- $current\")
        test -n "$plain"; and set current $plain
        set -l program (string replace -r '^~/' $HOME/ -- $before[1])
        set -e before[1]
        set -l lines ($program __complete words $before "$current" 2>/dev/null </dev/null)
        switch "$lines[1]"
            case files
                set -l prefix "$lines[2]"
                for file in (__fish_complete_path (string sub -s (math 1 + (string length -- "$prefix")) -- "$current"))
                    echo -- $prefix$file
                end
            case words
                for line in $lines[2..-1]
                    echo -- $line
                end
        end
    end

    complete -c journey -f -a '(__journey_complete)'

    """#
}
