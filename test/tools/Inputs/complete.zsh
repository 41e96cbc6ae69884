# As complete.bash, in zsh.
source $1
COMP_LINE=$2
COMP_POINT=${#2}
_gdsl
print -l -- $COMPREPLY
