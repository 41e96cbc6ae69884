# Completes a line as bash would: complete.bash SCRIPT LINE; one word a line, with a blank behind it shown as `_`.
source "$1"
COMP_LINE=$2
COMP_POINT=${#2}
compopt() { :; }
"_${2%% *}"
printf '%s\n' "${COMPREPLY[@]}"
