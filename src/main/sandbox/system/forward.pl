# Passes connections to ports of the sandbox on to sockets of the app. Arguments: pairs of a port and a socket. With 0 for
# the port it is the other way round: the app reaches ports of the sandbox by connections that wait at the socket.
# Prints the numbers of its processes and ends once all ports are open; the processes stay.
use strict;
$SIG{PIPE} = 'IGNORE';
$SIG{CHLD} = 'IGNORE';
my @listening;
while (my ($port, $path) = splice @ARGV, 0, 2) {
  if (!$port) {
    push @listening, [undef, $path];
    next;
  }
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
  # The program that started this waits for the end of what is printed.
  open STDOUT, '>', '/dev/null';
  return reach($path) unless defined $server;
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

# Waits for the number of a port, then leaves the connection to a process of its own and makes the next.
sub reach {
  my ($path) = @_;
  for (my $misses = 0; $misses < 100; $misses++) {
    socket my $app, 1, 1, 0 or exit 1;
    my $line = '';
    if (connect $app, pack 'S a*', 1, "$path\0") {
      1 while $line !~ /\n/ && length $line < 8 && sysread $app, $line, 1, length $line;
    }
    if ($line !~ /^(\d+)\n/) {
      select undef, undef, undef, 0.1;
      next;
    }
    $misses = 0;
    my ($port, $process) = ($1, fork);
    exit 1 unless defined $process;
    next if $process;
    my $server = inside($port);
    both($app, $server) if $server;
    exit;
  }
  exit;
}

# Connects to a port of the sandbox, by either version of its own address.
sub inside {
  my ($port) = @_;
  my @own = ([2, pack 'S n C4 x8', 2, $port, 127, 0, 0, 1], [10, pack 'S n N x15 C N', 10, $port, 0, 1, 0]);
  for (@own) {
    socket my $server, $_->[0], 1, 0 or next;
    return $server if connect $server, $_->[1];
  }
}

sub pass {
  my ($client, $path) = @_;
  socket my $app, 1, 1, 0 or return;
  connect $app, pack 'S a*', 1, "$path\0" or return;
  both($client, $app);
}

sub both {
  my ($client, $app) = @_;
  # Each way: where it reads, where it writes, and what is not written yet. Neither waits for the other: a server may stop
  # reading until its answer is taken.
  my @ways = ([$client, $app, ''], [$app, $client, '']);
  while (@ways) {
    my ($readable, $writable) = ('', '');
    for (@ways) {
      if (length $_->[2]) { vec($writable, fileno $_->[1], 1) = 1 }
      else { vec($readable, fileno $_->[0], 1) = 1 }
    }
    next if select($readable, $writable, undef, undef) < 0;
    @ways = grep {
      my $is_ready = length $_->[2] ? vec($writable, fileno $_->[1], 1) : vec($readable, fileno $_->[0], 1);
      !$is_ready || step($_);
    } @ways;
  }
}

# Reads once where nothing is held, and writes as much as fits. False once nothing more comes of it.
sub step {
  my ($from, $to) = @{$_[0]};
  if (!length $_[0][2] && !sysread $from, $_[0][2], 65536) {
    shutdown $to, 1;
    return 0;
  }
  # MSG_DONTWAIT. EAGAIN and EINTR: the rest is written later.
  my $sent = send $to, $_[0][2], 0x40;
  if (defined $sent) {
    substr $_[0][2], 0, $sent, '';
  } elsif ($! != 11 && $! != 4) {
    shutdown $from, 0;
    shutdown $to, 1;
    return 0;
  }
  return 1;
}
