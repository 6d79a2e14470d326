# Fish completion for eugene. What it offers is what `--help` lists, as for bash and zsh, so it needs no change when options do.
function __eugene_commands
    $argv[1] --help 2>/dev/null | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\)  *\(.*\)/\1\t\2/p'
end

function __eugene_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    if test (count $words) -eq 1
        __eugene_commands $words[1]
        printf '%s\n' help\t'Options and examples of a command' version\t'Which Eugene this is'
        return
    end
    if test $words[2] = help
        __eugene_commands $words[1]
        return
    end
    # Behind `run --` stands another command, with a completion of its own.
    if contains -- $words[2] run profile debug; and set -l at (contains -i -- -- $words)
        complete -C (string join ' ' -- $words[(math $at + 1)..] $word)
        return
    end
    set -l help ($words[1] $words[2] --help 2>/dev/null)
    if string match -q -- '--*=*' $word
        set -l option (string split -m 1 = -- $word)[1]
        set -l values (string replace -rf -- "^  (-[a-z], )?$option(?:\[=| )([^] ]*\|[^] ]*)\]?( .*)?\$" '$2' $help)
        test -n "$values"; and printf '%s\n' $option=(string split '|' -- $values | string match -rv '^[A-Z]+$')
        return
    end
    if string match -q -- '--*' $words[-1]
        set -l values (string replace -rf -- "^  (-[a-z], )?$words[-1] ([^] ]*\|[^] ]*)( .*)?\$" '$2' $help)
        if test -n "$values"
            string split '|' -- $values | string match -rv '^[A-Z]+$'
            return
        end
    end
    if string match -q -- '-*' $word
        string replace -rf -- '^  (-[a-z], )?(--[a-z-]+)[^ ]*( [^ ]+)?( +(.*))?$' '$2\t$5' $help
    else
        __fish_complete_path $word
    end
end

complete -c eugene -f -a '(__eugene_complete)'
