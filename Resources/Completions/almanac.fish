# Completion of almanac in fish.
function __almanac_words
    set -l words (commandline -opc) (commandline -ct | string unescape)
    set -l found ($words[1] complete -- $words[2..] 2>/dev/null)
    if test (count $found) -gt 0
        string join \n -- $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c almanac -f -a '(__almanac_words)'
