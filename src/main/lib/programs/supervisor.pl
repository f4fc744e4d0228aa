# Starts a program and stays until nothing of it is left. Linux makes orphans children of the nearest supervisor.
# Arguments: the number of the system call prctl, the program and its arguments. Writes to descriptor 3 once the program
# has ended and something of it is left. Ends as the program did.
use strict;
my ($prctl, @program) = @ARGV;
my ($SUBREAPER, $PARENT_DEATH, $USR2, $NOHANG) = (36, 1, 12, 1);
delete $ENV{PERL_BADLANG};
syscall($prctl + 0, $SUBREAPER, 1, 0, 0, 0);
syscall($prctl + 0, $PARENT_DEATH, $USR2, 0, 0, 0);
my $left;
if (open($left, '>&=', 3)) { fcntl($left, 2, 1) }
my $first = fork;
if (!$first) {
  exec { $program[0] } @program;
  exit 127;
}
$SIG{$_} = 'IGNORE' for qw(HUP INT QUIT TERM PIPE TSTP TTIN TTOU USR1);
$SIG{USR2} = \&end_all;
$0 = 'orrery-supervisor';
close STDIN; close STDOUT; close STDERR;
my ($status, $isTold) = (0, 0);
while ((my $pid = waitpid(-1, 0)) > 0) {
  $status = $? if $pid == $first;
  next if $pid != $first;
  1 while waitpid(-1, $NOHANG) > 0;
  syswrite($left, 'left') if $left && waitpid(-1, $NOHANG) == 0;
}
if (my $signal = $status & 127) {
  $SIG{$_} = 'DEFAULT' for keys %SIG;
  kill $signal, $$;
}
exit($status >> 8);

sub children {
  open(my $list, '<', "/proc/$$/task/$$/children") or return;
  return split ' ', (<$list> // '');
}

# The app is gone: asks everything to end, and ends it after two seconds.
sub end_all {
  kill 'TERM', -$$, children();
  for (1 .. 20) {
    1 while waitpid(-1, $NOHANG) > 0;
    exit 0 if !children();
    select(undef, undef, undef, 0.1);
  }
  while (my @left = children()) {
    kill 'KILL', @left;
    last if waitpid(-1, 0) < 0;
  }
  exit 0;
}
