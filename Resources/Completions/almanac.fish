# Completion of almanac in fish.
function __almanac_words
    set -l words (commandline -opc) (commandline -ct | string unescape)
    set -l found ($words[1] complete -- $words[2..] 2>/dev/null)
    string join \n -- $found
    # The first word is a verb or a file; behind a file, the second one too.
    if test (count $words) -eq 2; or test (count $found) -eq 0; or begin; test (count $words) -eq 3; and test -f $words[2]; end
        __fish_complete_path (commandline -ct)
    end
end
complete -c almanac -f -a '(__almanac_words)'
