import { type Escape, PYTHON } from './escape.ts'

/**
 * Reaching sockets and hosts. `PORT`, `SOCK`, `TMPSOCK`, `NEARSOCK`, `ABSTRACT` answer `SECRET`. Bash sends line by line: a
 * server that closes after the first line would end it but for the trap.
 */
export const NETWORK: readonly Escape[] = [
  {
    name: 'a port of this machine',
    command: 'exec 3<>"/dev/tcp/127.0.0.1/$PORT" && printf "GET / HTTP/1.0\\r\\n\\r\\n" >&3 && cat <&3',
  },
  {
    name: 'an address of this machine',
    command: 'exec 3<>"/dev/tcp/$ADDRESS/$PORT" && printf "GET / HTTP/1.0\\r\\n\\r\\n" >&3 && cat <&3',
  },
  {
    name: 'a port of this machine through the proxy',
    command: 'curl -s --noproxy "" "http://127.0.0.1:$PORT/"',
  },
  {
    name: 'a port of this machine by a tunnel',
    command: 'curl -s --noproxy "" --proxytunnel "http://localhost:$PORT/"',
  },
  {
    name: 'a port of this machine in other digits',
    command: 'curl -s --noproxy "" "http://2130706433:$PORT/"',
  },
  {
    name: 'an allowed name that leads to this machine',
    command: 'curl -s $DIRECT "http://rebound.test:$PORT/"',
  },
  { name: 'a socket in the home folder', command: 'curl -s --unix-socket "$SOCK" http://x/' },
  { name: 'a socket in the temporary folder', command: 'curl -s --unix-socket "$TMPSOCK" http://x/' },
  { name: 'a socket in the project', command: 'curl -s --unix-socket "$NEARSOCK" http://x/' },
  { name: 'a socket through a link', command: 'ln -s "$SOCK" s; curl -s --unix-socket ./s http://x/' },
  {
    name: 'a pipe in the home folder',
    prepare: 'mkfifo ~/pipe; (timeout 5 cat ~/pipe > "$OUT/f") >/dev/null 2>&1 &',
    command: 'timeout 2 sh -c "echo ESCAPED > ~/pipe"; sleep 0.2',
    after: 'cat "$OUT/f"',
  },
  {
    name: 'a pipe deep in the home folder',
    prepare:
      'mkdir -p ~/a/.b/c; mkfifo ~/a/.b/c/pipe; (timeout 5 cat ~/a/.b/c/pipe > "$OUT/f") >/dev/null 2>&1 &',
    command: 'timeout 2 sh -c "echo ESCAPED > ~/a/.b/c/pipe"; sleep 0.2',
    after: 'cat "$OUT/f"',
  },
  {
    name: 'a socket deep in the home folder that belongs to a container',
    prepare:
      'mkdir -p ~/a/.b; (unshare -Urn true && n="unshare -Urn"; exec $n timeout 20 socat "UNIX-LISTEN:$HOME/a/.b/far.sock,mode=777,fork" "SYSTEM:echo SECRET") >/dev/null 2>&1 & for i in $(seq 100); do [ -S ~/a/.b/far.sock ] && break; sleep 0.05; done',
    command: 'socat -T 2 - "UNIX-CONNECT:$HOME/a/.b/far.sock" </dev/null',
  },
  { name: 'a socket without a path', command: 'socat - ABSTRACT-CONNECT:$ABSTRACT </dev/null' },
  {
    name: 'an address of this machine mapped to the other version',
    command: `curl -s --noproxy "" -x "$HTTP_PROXY" "http://[::ffff:127.0.0.1]:$PORT/"`,
  },
  {
    name: 'an address of this machine in short digits',
    command: `curl -s --noproxy "" -x "$HTTP_PROXY" "http://127.1:$PORT/"`,
  },
  {
    name: 'an address of this machine as zero',
    command: `curl -s --noproxy "" -x "$HTTP_PROXY" "http://0:$PORT/"`,
  },
  {
    name: 'an address of this machine in other letters',
    command: `curl -s --noproxy "" -x "$HTTP_PROXY" "http://0x7f000001:$PORT/"`,
  },
  {
    name: 'an address of this machine behind the name of an allowed host',
    command: `curl -s --noproxy "" -x "$HTTP_PROXY" "http://rebound.test@127.0.0.1:$PORT/"`,
  },
  {
    name: 'an address of this machine with the name of an allowed host in a header',
    command: `curl -s --noproxy "" -x "$HTTP_PROXY" -H "Host: rebound.test" "http://127.0.0.1:$PORT/"`,
  },
  {
    name: 'a tunnel to an allowed name that leads to this machine',
    command: 'curl -s --proxytunnel $DIRECT "http://rebound.test:$PORT/"',
  },
  {
    name: 'a second request on one connection',
    command:
      'trap "" PIPE; (exec 3<>/dev/tcp/127.0.0.1/3128) 2>/dev/null && P=3128 || P=$PORT; exec 3<>/dev/tcp/127.0.0.1/$P; printf "GET http://rebound.test:9/ HTTP/1.1\\r\\nHost: rebound.test\\r\\nContent-Length: 0\\r\\n\\r\\nGET http://127.0.0.1:$PORT/ HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n" >&3; timeout 5 cat <&3',
  },
  {
    name: 'packets of all programs',
    command: PYTHON('import socket; socket.socket(17,3,768); print("ESCAPED")'),
    only: 'root',
  },
  {
    name: 'the machine around a virtual machine',
    command: PYTHON('import socket; socket.socket(40,1); print("ESCAPED")'),
  },
  {
    name: 'an address of this machine in digits of base eight',
    command: `curl -s --noproxy "" -x "$HTTP_PROXY" "http://0177.0.0.1:$PORT/"`,
  },
  {
    name: 'an address of this machine behind an allowed host that connects again',
    command: `curl -s --noproxy "" -x "$HTTP_PROXY" --connect-to "rebound.test:9:127.0.0.1:$PORT" $DIRECT "http://rebound.test:$PORT/"`,
  },
  {
    name: 'a tunnel that names an allowed host and then this machine',
    command:
      'trap "" PIPE; (exec 3<>/dev/tcp/127.0.0.1/3128) 2>/dev/null && P=3128 || P=$PORT; exec 3<>/dev/tcp/127.0.0.1/$P; printf "CONNECT 127.0.0.1:$PORT HTTP/1.1\\r\\nHost: rebound.test:443\\r\\n\\r\\nGET / HTTP/1.0\\r\\n\\r\\n" >&3; timeout 5 cat <&3; [ $P = $PORT ] && curl -s "http://127.0.0.1:$PORT/"',
  },
  {
    name: 'a request that hides another one in its body',
    command:
      'trap "" PIPE; (exec 3<>/dev/tcp/127.0.0.1/3128) 2>/dev/null && P=3128 || P=$PORT; exec 3<>/dev/tcp/127.0.0.1/$P; printf "POST http://127.0.0.1:$PORT/ HTTP/1.1\\r\\nHost: rebound.test\\r\\nContent-Length: 4\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\nGET http://127.0.0.1:$PORT/ HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n" >&3; timeout 5 cat <&3; [ $P = $PORT ] && curl -s "http://127.0.0.1:$PORT/"',
  },
]
