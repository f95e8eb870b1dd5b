# Holds a listening socket over restarts of the server, as systemd does, and hands it over as file descriptor 3.
# Arguments: the program and its arguments. Commands on standard input: start, stop. Prints the port first, then a line a command.
use strict;
use warnings;
use IO::Socket::INET;
use POSIX ();

$| = 1;
$^F = 10;
my $socket = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 4096, ReuseAddr => 1) or die $!;
print $socket->sockport, "\n";
my $server = 0;
while (my $command = <STDIN>) {
  chomp $command;
  if ($command eq 'start') {
    $server = fork();
    if ($server == 0) {
      POSIX::dup2(fileno($socket), 3);
      $ENV{LISTEN_PID} = $$;
      $ENV{LISTEN_FDS} = 1;
      POSIX::close(0);
      POSIX::open('/dev/null', POSIX::O_RDONLY());
      exec @ARGV or POSIX::_exit(1);
    }
    print "started $server\n";
  } elsif ($command eq 'stop') {
    kill 'TERM', $server;
    waitpid $server, 0;
    print 'stopped ', $? >> 8, "\n";
  }
}
kill 'KILL', $server if $server;
