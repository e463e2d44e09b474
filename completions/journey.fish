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
