import { type Escape, PYTHON, SHOW, write } from './escape.ts'

/** Writing where other programs read. */
export const FILES: readonly Escape[] = [
  { name: 'a file beside the project', command: write('"$OUT/f"'), after: SHOW },
  { name: 'a file in the home folder', command: write('~/f'), after: 'cat ~/f' },
  {
    name: 'the start-up file of the shell',
    prepare: ': > ~/.bashrc',
    command: write('~/.bashrc'),
    after: 'cat ~/.bashrc',
  },
  { name: 'a start-up file that is absent', command: write('~/.profile'), after: 'cat ~/.profile' },
  { name: 'the settings of git', command: 'git config --global alias.x ESCAPED', after: 'cat ~/.gitconfig' },
  {
    name: 'a program in the home folder',
    command: `mkdir -p ~/.local/bin; ${write('~/.local/bin/ls')}`,
    after: 'cat ~/.local/bin/ls',
  },
  {
    name: 'a program that starts with the desktop',
    command: `mkdir -p ~/.config/autostart; ${write('~/.config/autostart/x')}`,
    after: 'cat ~/.config/autostart/x',
  },
  {
    name: 'a service of the user',
    command: `mkdir -p ~/.config/systemd/user; ${write('~/.config/systemd/user/x')}`,
    after: 'cat ~/.config/systemd/user/x',
  },
  {
    name: 'a key that may log in',
    prepare: 'mkdir -p ~/.ssh',
    command: write('~/.ssh/authorized_keys'),
    after: 'cat ~/.ssh/authorized_keys',
  },
  { name: 'through a link in the project', command: `ln -s "$OUT" link; ${write('link/f')}`, after: SHOW },
  {
    name: 'through a link that is swapped',
    command: `mkdir d; mv d e; ln -s "$OUT" d; ${write('d/f')}`,
    after: SHOW,
  },
  {
    name: 'through a hard link',
    prepare: ': > "$OUT/f"',
    command: `ln "$OUT/f" hard; ${write('hard')}`,
    after: SHOW,
  },
  { name: 'by a rename', command: `${write('x')}; mv x "$OUT/f"`, after: SHOW },
  {
    name: 'by removing',
    prepare: ': > "$OUT/f"',
    command: 'rm "$OUT/f"',
    after: '[ -e "$OUT/f" ] || echo ESCAPED',
  },
  {
    name: 'by changing rights',
    prepare: ': > "$OUT/f"; chmod 600 "$OUT/f"',
    command: 'chmod 644 "$OUT/f"',
    after: '[ "$(stat -c %a "$OUT/f")" = 644 ] && echo ESCAPED',
  },
  {
    name: 'by cutting',
    prepare: 'echo long > "$OUT/f"',
    command: 'truncate -s 0 "$OUT/f"',
    after: '[ -s "$OUT/f" ] || echo ESCAPED',
  },
  { name: 'through /proc/self/root', command: write('"/proc/self/root$OUT/f"'), after: SHOW },
  { name: 'through /proc/self/cwd', command: write('/proc/self/cwd/../outside/f'), after: SHOW },
  {
    name: 'through the root of the parent',
    command: write('"/proc/$PPID/root$OUT/f"'),
    after: SHOW,
    only: 'root',
  },
  {
    name: 'through the root of another program',
    command: write('"/proc/$PEER/root$OUT/f"'),
    after: SHOW,
    only: 'root',
  },
  {
    name: 'through an open folder',
    command: `exec 9< ..; ${write('/proc/self/fd/9/outside/f')}`,
    after: SHOW,
  },
  {
    name: 'after a remount',
    command: `mount -o remount,bind,rw "$OUT" 2>/dev/null; mount -o remount,rw / 2>/dev/null; ${write('"$OUT/f"')}`,
    after: SHOW,
  },
  {
    name: 'after a remount in a namespace of its own',
    command: `unshare -Urm sh -c 'mount -o remount,bind,rw / 2>/dev/null; ${write('"$OUT/f"')}'`,
    after: SHOW,
  },
  {
    name: 'in the temporary folder of all',
    command: write('"/tmp/orrery-escape-$ID"'),
    after: 'cat "/tmp/orrery-escape-$ID"; rm -f "/tmp/orrery-escape-$ID"',
  },
  {
    name: 'in the shared memory of all',
    command: write('"/dev/shm/orrery-escape-$ID"'),
    after: 'cat "/dev/shm/orrery-escape-$ID"; rm -f "/dev/shm/orrery-escape-$ID"',
  },
  {
    name: 'in the other temporary folder',
    command: write('"/var/tmp/orrery-escape-$ID"'),
    after: 'cat "/var/tmp/orrery-escape-$ID"; rm -f "/var/tmp/orrery-escape-$ID"',
  },
  {
    name: 'through a descriptor that is opened again',
    prepare: ': > "$OUT/f"',
    command: 'exec 9< "$OUT/f"; echo ESCAPED > /proc/self/fd/9',
    after: SHOW,
  },
  {
    name: 'by an exchange of names',
    prepare: ': > "$OUT/f"',
    command: PYTHON(
      'import ctypes,os; open("x","w").write("ESCAPED"); l=ctypes.CDLL(None); l.renameat2(-100,b"x",-100,(os.environ["OUT"]+"/f").encode(),2)',
    ),
    after: SHOW,
  },
  {
    name: 'by changing times',
    prepare: ': > "$OUT/f"',
    command: 'touch -d 2001-01-01 "$OUT/f"',
    after: 'stat -c %y "$OUT/f" | grep -q ^2001 && echo ESCAPED',
  },
  {
    name: 'while a folder is swapped',
    command: `mkdir d; for i in $(seq 50); do mv d e; ln -s "$OUT" d; (${write('d/f')}); rm d; mv e d; done`,
    after: SHOW,
  },
  {
    name: 'a program that runs as its owner',
    command: 'cp /bin/sh s; chmod 4755 s',
    after: 'find . -perm -4000 -exec echo ESCAPED {} \\;',
  },
  {
    name: 'a program that runs as the group of its file',
    command: 'cp /bin/sh s; chmod g+s s',
    after: 'find . -type f -perm -2000 -exec echo ESCAPED {} \\;',
  },
  {
    name: 'a program that runs as its owner from the start',
    command: PYTHON('import os; os.umask(0); os.open("s", os.O_CREAT | os.O_WRONLY, 0o4755)'),
    after: 'find . -perm -4000 -exec echo ESCAPED {} \\;',
  },
  {
    name: 'a program that runs as its owner in the temporary folder',
    command: 'cp /bin/sh "/tmp/s-$ID"; chmod 4755 "/tmp/s-$ID"',
    after:
      'find /tmp ../temp -maxdepth 1 -name "s-$ID" -perm -4000 -exec echo ESCAPED {} \\;; rm -f "/tmp/s-$ID"',
  },
  {
    name: 'after a change of mounts by their newer call',
    command: PYTHON(
      'import ctypes,os,struct\nl=ctypes.CDLL(None)\nfor own in (0, 0x10000000 | 0x20000):\n  own and l.unshare(own)\n  l.syscall(442,-100,b"/",0x8000,struct.pack("4Q",0,1,0,0),32)\n  try: open(os.environ["OUT"]+"/f","w").write("ESCAPED")\n  except OSError: pass',
    ),
    after: SHOW,
  },
]
