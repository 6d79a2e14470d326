# Bash completion for eugene. What it offers is what `--help` lists, so it needs no change when options do.
_eugene() {
  local command=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local subcommand=${COMP_WORDS[1]} i
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "$("$command" --help 2>/dev/null |
      sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p') help version --help --version" -- "$word")
    return
  fi
  # Behind `run --` stands another command, with a completion of its own.
  for ((i = 2; i < COMP_CWORD; ++i)); do
    [[ $subcommand == @(run|profile|debug) && ${COMP_WORDS[i]} == -- ]] || continue
    if declare -F _command_offset >/dev/null; then
      _command_offset $((i + 1))
    elif ((COMP_CWORD == i + 1)); then
      mapfile -t COMPREPLY < <(compgen -c -- "$word")
    else
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
    return
  done
  if [[ $subcommand == help ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$("$command" --help 2>/dev/null |
      sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p')" -- "$word")
    return
  fi
  # Bash takes `=` for a word of its own: `--stats=te` is three words.
  local separator="( )"
  if [[ $word == "=" ]]; then
    separator="(\[=| )" word=
  elif [[ $previous == "=" ]]; then
    separator="(\[=| )" previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  # The word that was written is part of a script of sed below, so only an option's name is looked up.
  local help values
  help=$("$command" "$subcommand" --help 2>/dev/null)
  if [[ $previous =~ ^--[a-z-]+$ ]]; then
    values=$(sed -nE "s/^  (-[a-z], )?$previous$separator([^] ]*\|[^] ]*)\]?( .*)?$/\3/p" <<<"$help")
    if [[ -n $values ]]; then
      # A word in capitals stands for a value that only the user knows.
      mapfile -t COMPREPLY < <(compgen -W "$(sed -E 's/\b[A-Z]+\b//g; s/\|/ /g' <<<"$values")" -- "$word")
      return
    fi
  fi
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(grep -oE -- '^  (-[a-z], )?--[a-z-]+' <<<"$help" | grep -oE -- '--[a-z-]+')" -- "$word")
    return
  fi
  mapfile -t COMPREPLY < <(compgen -f -- "$word")
}
complete -o filenames -F _eugene eugene
