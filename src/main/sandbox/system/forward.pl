# Passes connections to ports of the sandbox on to sockets of the app. Arguments: pairs of a port and a socket.
# Prints the numbers of its processes and ends once all ports are open; the processes stay.
use strict;
$SIG{PIPE} = 'IGNORE';
$SIG{CHLD} = 'IGNORE';
my @listening;
while (my ($port, $path) = splice @ARGV, 0, 2) {
  socket my $server, 2, 1, 0 or exit 1;
  setsockopt $server, 1, 2, 1;
  bind $server, pack 'S n C4 x8', 2, $port, 127, 0, 0, 1 or exit 1;
  listen $server, 128 or exit 1;
  push @listening, [$server, $path];
}
my @processes;
for (@listening) {
  my $process = fork;
  exit 1 unless defined $process;
  serve(@$_) unless $process;
  push @processes, $process;
}
print "@processes";

sub serve {
  my ($server, $path) = @_;
  # Whoever started this waits for the end of what is printed.
  open STDOUT, '>', '/dev/null';
  while (1) {
    if (!accept my $client, $server) {
      select undef, undef, undef, 0.01;
    } elsif (defined(my $process = fork)) {
      next if $process;
      close $server;
      pass($client, $path);
      exit;
    }
  }
}

sub pass {
  my ($client, $path) = @_;
  socket my $app, 1, 1, 0 or return;
  connect $app, pack 'S a*', 1, "$path\0" or return;
  my @ways = ([$client, $app], [$app, $client]);
  while (@ways) {
    my $wanted = '';
    vec($wanted, fileno $_->[0], 1) = 1 for @ways;
    next if select($wanted, undef, undef, undef) < 0;
    @ways = grep { !vec($wanted, fileno $_->[0], 1) || copy(@$_) } @ways;
  }
}

# False once nothing more comes from where it reads.
sub copy {
  my ($from, $to) = @_;
  my $length = sysread $from, my $bytes, 65536;
  for (my $done = 0; $length && $done < $length;) {
    my $written = syswrite $to, $bytes, $length - $done, $done;
    if (!defined $written) { shutdown $from, 0; $length = 0; last }
    $done += $written;
  }
  shutdown $to, 1 unless $length;
  return $length;
}
