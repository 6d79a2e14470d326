# Bash completion for eugene. What it offers is what `--help` lists, so it needs no change when options do.
_eugene() {
  local command=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local subcommand=${COMP_WORDS[1]} i
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "$("$command" --help 2>/dev/null |
      sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p') --help --version" -- "$word")
    return
  fi
  # Behind `run --` stands another command, with a completion of its own.
  for ((i = 2; i < COMP_CWORD; ++i)); do
    if [[ $subcommand == run && ${COMP_WORDS[i]} == -- ]] && declare -F _command_offset >/dev/null; then
      _command_offset $((i + 1))
      return
    fi
  done
  local help values
  help=$("$command" "$subcommand" --help 2>/dev/null)
  if [[ $previous == --* ]]; then
    values=$(sed -nE "s/^  (-[a-z], )?$previous ([^ ]*\|[^ ]*)( .*)?$/\2/p" <<<"$help")
    if [[ -n $values ]]; then
      mapfile -t COMPREPLY < <(compgen -W "${values//|/ }" -- "$word")
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
