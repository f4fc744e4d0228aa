# Ends the programs of agents when the app is gone, whatever it died of. POSIX sh; needs ps, or on Linux grep.
# On the standard input the app says "+ 12" when program 12 has begun, "- 12" when nothing of it is left, and "rest" when
# nobody needs this any more. If it falls silent without that word, it is gone.
# $1: the variable that programs carry in their environment. $2: where Linux shows processes; empty on other systems.
# $3: the digits that their limit of file locks begins with on Linux, before the eight of the call.
mark=$1
proc=$2
limits=$3
told=' '
left=' '
unset KEEPER
trap '' HUP INT QUIT TERM

# Of each process "number,parent,group,beginning". One that has ended and waits to be collected does not count.
entries() {
  ps "$@" -o pid=,ppid=,pgid=,state=,lstart= | while read -r number parent group state day month date time year; do
    case $state in
      Z*) ;;
      *) echo "$number,$parent,$group,$day-$month-$date-$time-$year" ;;
    esac
  done
}

# The same of one process of Linux, from its file.
read_stat() {
  entry=
  text=
  while IFS= read -r line || [ -n "$line" ]; do text="$text$line "; done <"$1" || return 0
  # The name of the program stands in brackets and may contain anything.
  set -- "${text%% *}" ${text##*) }
  case ${2:-Z} in
    [ZXx]) ;;
    *) entry="$1,$3,$4,${21}" ;;
  esac
}

list() {
  if [ -z "$proc" ]; then
    all=$(entries -A)
    return
  fi
  all=
  for stat in "$proc"/[0-9]*/stat; do
    read_stat "$stat"
    all="$all $entry"
  done
}

# Notes when it began: a number alone may belong to somebody else later.
begin() {
  if [ -n "$proc" ]; then read_stat "$proc/$1/stat"; else entry=$(entries -p "$1"); fi
  told="$told$1,${entry##*,} "
}

over() {
  case $told in
    *" $1,"*)
      after=${told#*" $1,"}
      told="${told%%" $1,"*} ${after#* }"
      ;;
  esac
}

# Whether a process is one of the programs, of the group of one, or carries the mark. What was found before stays found.
is_ours() {
  case $known$told in *" $1,$3 "*) return 0 ;; esac
  case $marked in *" $proc/$1/environ "* | *" $proc/$1/limits "*) return 0 ;; esac
  # The number of a group is taken while the group has members, also after the one who led it has ended.
  case $strangers in *" $2 "*) return 1 ;; esac
  case $told in *" $2,"*) return 0 ;; esac
  return 1
}

# Puts what there is of the programs, with all that comes from them, into `left`, as "number,beginning".
look() {
  list
  known=$left
  left=' '
  marked=
  strangers=' '
  if [ -n "$proc" ]; then
    set -- $(grep -lsFxze "$mark" "$proc"/[0-9]*/environ) \
      $(grep -lse "^Max file locks *$limits[0-9]\{8\} " "$proc"/[0-9]*/limits)
    marked=" $* "
  fi
  for each in $all; do
    case $told in
      *" ${each%%,*},${each##*,} "*) ;;
      *" ${each%%,*},"*) strangers="$strangers${each%%,*} " ;;
    esac
  done
  for each in $all; do
    group=${each#*,*,}
    if is_ours "${each%%,*}" "${group%%,*}" "${each##*,}"; then left="$left${each%%,*},${each##*,} "; fi
  done
  grown=yes
  while [ -n "$grown" ]; do
    grown=
    for each in $all; do
      parent=${each#*,}
      case $left in
        *" ${each%%,*},${each##*,} "*) ;;
        *" ${parent%%,*},"*)
          left="$left${each%%,*},${each##*,} "
          grown=yes
          ;;
      esac
    done
  done
}

# A line that was cut off is no line: its number could be the beginning of another.
while read -r word number; do
  case $word,$number in
    rest,) exit ;;
    [+-], | [+-],[01] | [+-],*[!0-9]*) ;;
    +,*) begin "$number" ;;
    -,*) over "$number" ;;
  esac
done

# Politely first, by force after two seconds. What even that does not end belongs to somebody else.
for signal in TERM 0 KILL KILL KILL; do
  look
  [ "$left" != ' ' ] || exit 0
  for each in $left; do kill -"$signal" "${each%%,*}"; done
  sleep 1
done
