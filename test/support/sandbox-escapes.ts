/** One way out of the sandbox. `SECRET` and `ESCAPED` are what it must not print. */
export type Escape = {
  readonly name: string
  /** Makes ready what is there before, outside the sandbox. */
  readonly prepare?: string
  readonly command: string
  /** Run outside afterwards; by then the attempt has led to something, or not. */
  readonly after?: string
  /** Needs rights that only root has outside, or that root always has. */
  readonly only?: 'root' | 'ordinary'
}

const REPOSITORY =
  'git init -q -b main . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m first'
const COMMIT =
  'git -c user.name=a -c user.email=a@b commit -q --allow-empty -m next 2>&1; git status >/dev/null 2>&1; cat "$OUT/ran" 2>/dev/null'
const HOOK = 'printf \'#!/bin/sh\\necho ESCAPED > "$OUT/ran"\\n\''
const SHOW = 'cat "$OUT/f" 2>/dev/null'
const write = (path: string) => `echo ESCAPED > ${path}`
const hook = (folder: string) =>
  `mkdir -p ${folder}; ${HOOK} > ${folder}/pre-commit; chmod +x ${folder}/pre-commit`
const PYTHON = (script: string) => `/usr/bin/python3 -c '${script}'`

/** Writing where other programs read. */
const FILES: readonly Escape[] = [
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
]

/** Making git or another program run something later. */
const STEERING: readonly Escape[] = [
  { name: 'a hook', prepare: REPOSITORY, command: hook('.git/hooks'), after: COMMIT },
  {
    name: 'a hook in an absent folder',
    prepare: `${REPOSITORY}; rm -rf .git/hooks`,
    command: hook('.git/hooks'),
    after: COMMIT,
  },
  { name: 'a hook in a new repository', command: `git init -q .; ${hook('.git/hooks')}`, after: COMMIT },
  {
    name: 'a hook in a new repository inside',
    command: `git init -q sub; ${hook('sub/.git/hooks')}`,
    after: `cd sub; ${COMMIT}`,
  },
  {
    name: 'a hook in a repository inside',
    prepare: 'git init -q sub',
    command: hook('sub/.git/hooks'),
    after: `cd sub; ${COMMIT}`,
  },
  {
    name: 'a hook in a git folder that takes the place of the old one',
    prepare: REPOSITORY,
    command: `mv .git old; cp -r old .git; ${hook('.git/hooks')}`,
    after: COMMIT,
  },
  {
    name: 'a hook after the folder around was renamed',
    prepare: 'git init -q sub',
    command: `mv sub other; git init -q sub; ${hook('sub/.git/hooks')}`,
    after: `cd sub; ${COMMIT}`,
  },
  {
    name: 'core.fsmonitor',
    prepare: `${REPOSITORY}; ${HOOK} > watch; chmod +x watch`,
    command: 'git config core.fsmonitor ./watch',
    after: COMMIT,
  },
  {
    name: 'core.fsmonitor in a new repository',
    prepare: `${HOOK} > watch; chmod +x watch`,
    command: 'git init -q .; git config core.fsmonitor ./watch',
    after: COMMIT,
  },
  {
    name: 'core.hooksPath',
    prepare: REPOSITORY,
    command: `${hook('mine')}; git config core.hooksPath mine`,
    after: COMMIT,
  },
  {
    name: 'the folder that core.hooksPath names',
    prepare: `${REPOSITORY}; mkdir mine; git config core.hooksPath mine`,
    command: hook('mine'),
    after: COMMIT,
  },
  {
    name: 'the settings that others include',
    prepare: `${REPOSITORY}; ${HOOK} > watch; chmod +x watch; : > more; git config include.path ../more`,
    command: "printf '[core]\\nfsmonitor = ./watch\\n' > more",
    after: COMMIT,
  },
  {
    name: 'the settings of one worktree',
    prepare: `${REPOSITORY}; git config extensions.worktreeConfig true; : > .git/config.worktree; ${HOOK} > watch; chmod +x watch`,
    command: 'git config --worktree core.fsmonitor ./watch',
    after: COMMIT,
  },
  {
    name: 'an alias',
    prepare: REPOSITORY,
    command: `git config alias.next '!echo ESCAPED > "$OUT/ran"'`,
    after: 'git next; cat "$OUT/ran"',
  },
  {
    name: 'a hook in the shared folder of a worktree',
    prepare: `cd "$OUT" && ${REPOSITORY} && rmdir "$PROJECT" && git worktree add -q "$PROJECT" -b work`,
    command: hook('"$OUT/.git/hooks"'),
    after: COMMIT,
  },
  {
    name: 'the pointer of a worktree',
    prepare: `cd "$OUT" && ${REPOSITORY} && rmdir "$PROJECT" && git worktree add -q "$PROJECT" -b work`,
    command: `git init -q --bare mine; ${hook('mine/hooks')}; cp -r "$OUT/.git/." mine/; ${hook('mine/hooks')}; git -C mine config core.bare false; echo "gitdir: mine" > .git`,
    after: COMMIT,
  },
  {
    name: 'a link in place of the git folder',
    command: `git init -q mine; ${hook('mine/.git/hooks')}; mv mine/.git kept; ln -s kept .git`,
    after: COMMIT,
  },
  {
    name: 'the rules of the app, absent',
    command: `mkdir .orrery; ${write('.orrery/config.toml')}`,
    after: 'cat .orrery/config.toml',
  },
  {
    name: 'the rules of the app',
    prepare: 'mkdir .orrery; echo old > .orrery/config.toml',
    command: write('.orrery/config.toml'),
    after: 'cat .orrery/config.toml',
  },
  {
    name: 'the rules of another app',
    command: `mkdir .claude; ${write('.claude/settings.json')}`,
    after: 'cat .claude/settings.json',
  },
  { name: 'the servers of a project', command: write('.mcp.json'), after: 'cat .mcp.json' },
  {
    name: 'the tasks of an editor',
    command: `mkdir .vscode; ${write('.vscode/tasks.json')}`,
    after: 'cat .vscode/tasks.json',
  },
  {
    name: 'the tasks of an editor, in a folder that takes the place of the old one',
    prepare: 'mkdir .vscode; echo old > .vscode/tasks.json',
    command: `mv .vscode old; mkdir .vscode; ${write('.vscode/tasks.json')}`,
    after: 'cat .vscode/tasks.json',
  },
  { name: 'the environment of a folder', command: write('.envrc'), after: 'cat .envrc' },
]

/** Reading what is hidden. */
const SECRETS: readonly Escape[] = [
  {
    name: 'a private key',
    prepare: 'mkdir -p ~/.ssh; echo SECRET > ~/.ssh/id_rsa',
    command: 'cat ~/.ssh/id_rsa',
  },
  {
    name: 'a private key through a link',
    prepare: 'mkdir -p ~/.ssh; echo SECRET > ~/.ssh/id_rsa',
    command: 'ln -s ~/.ssh k; cat k/id_rsa',
  },
  {
    name: 'a private key through /proc',
    prepare: 'mkdir -p ~/.ssh; echo SECRET > ~/.ssh/id_rsa',
    command: 'cat "/proc/self/root$HOME/.ssh/id_rsa"',
  },
  {
    name: 'a private key after an unmount',
    prepare: 'mkdir -p ~/.ssh; echo SECRET > ~/.ssh/id_rsa',
    command: `unshare -Urm sh -c 'umount ~/.ssh 2>/dev/null; cat ~/.ssh/id_rsa'`,
  },
  {
    name: 'a private key by a search',
    prepare: 'mkdir -p ~/.ssh; echo SECRET > ~/.ssh/id_rsa',
    command: 'grep -rh SECRET ~ 2>/dev/null',
  },
  {
    name: 'a private key where the folder is a link',
    prepare: 'mkdir ~/kept; echo SECRET > ~/kept/id_rsa; ln -s ~/kept ~/.ssh',
    command: 'cat ~/kept/id_rsa',
  },
  {
    name: 'credentials of a cloud',
    prepare: 'mkdir -p ~/.aws; echo SECRET > ~/.aws/credentials',
    command: 'cat ~/.aws/credentials',
  },
  { name: 'passwords for hosts', prepare: 'echo SECRET > ~/.netrc', command: 'cat ~/.netrc' },
  {
    name: 'a token for a registry',
    prepare: 'echo "//r/:_authToken=SECRET" > ~/.npmrc',
    command: 'cat ~/.npmrc',
  },
  {
    name: 'the data of the app',
    prepare: 'echo SECRET > ~/.orrery/orrery.db',
    command: 'cat ~/.orrery/orrery.db',
  },
  { name: 'what was typed', prepare: 'echo SECRET > ~/.bash_history', command: 'cat ~/.bash_history' },
  {
    name: 'a file in the temporary folder of all',
    prepare: 'echo SECRET > "/tmp/orrery-secret-$ID"',
    command: 'cat "/tmp/orrery-secret-$ID"',
    after: 'rm -f "/tmp/orrery-secret-$ID"',
  },
  {
    name: 'the passwords of the system',
    command: 'grep -q "^root:" /etc/shadow && echo SECRET',
    only: 'root',
  },
  {
    name: 'a device of its own',
    command: 'mknod "$OUT/null" c 1 3 && echo SECRET',
    only: 'root',
  },
]

/** Reaching other programs. `PEER` is a process outside, whose environment holds `SECRET`. */
const PROGRAMS: readonly Escape[] = [
  { name: 'the environment of another program', command: 'tr "\\0" "\\n" < "/proc/$PEER/environ"' },
  { name: 'a signal', command: 'kill -0 "$PEER" && echo ESCAPED' },
  { name: 'the list of programs', command: 'ls /proc | grep -qx "$PEER" && echo ESCAPED' },
  {
    name: 'a debugger',
    command: PYTHON(
      'import ctypes,os; l=ctypes.CDLL(None,use_errno=True); r=l.ptrace(16,int(os.environ["PEER"]),0,0); print("ESCAPED" if r==0 else r); l.ptrace(17,int(os.environ["PEER"]),0,0)',
    ),
    only: 'root',
  },
  {
    name: 'rights through setuid programs',
    command: "grep -q 'NoNewPrivs:.0' /proc/self/status && echo ESCAPED",
  },
  {
    name: 'rights of root',
    command: "grep -q 'CapEff:.0*$' /proc/self/status || echo ESCAPED",
    only: 'root',
  },
  {
    name: 'settings of the kernel',
    command: 'cat /proc/sys/vm/swappiness > /proc/sys/vm/swappiness && echo ESCAPED',
    only: 'root',
  },
  {
    name: 'the log of the kernel',
    command: '[ -c /dev/kmsg ] && echo orrery-test > /dev/kmsg && echo ESCAPED',
    only: 'root',
  },
  { name: 'the name of the machine', command: 'hostname "$(hostname)" && echo ESCAPED', only: 'root' },
  {
    name: 'a program that outlives the call',
    command: `setsid nohup sh -c 'sleep 1; ${write('survivor')}' >/dev/null 2>&1 & sleep 0.1`,
    after: 'sleep 2; cat survivor',
  },
  {
    name: 'a program without an environment that outlives the call',
    command: `env -i setsid sh -c '(sleep 1; ${write('survivor')}) &' >/dev/null 2>&1; sleep 0.1`,
    after: 'sleep 2; cat survivor',
  },
  { name: 'more memory than the limit', command: PYTHON('x=bytearray(700*1024*1024); print("ESCAPED")') },
  {
    name: 'more programs than the limit',
    command:
      'for i in $(seq 150); do sleep 3 & done 2>/dev/null; [ "$(jobs -r | wc -l)" -gt 140 ] && echo ESCAPED',
    only: 'ordinary',
  },
]

/** Reaching sockets and hosts. `PORT`, `SOCK`, `TMPSOCK`, `NEARSOCK`, `ABSTRACT` answer `SECRET`. */
const NETWORK: readonly Escape[] = [
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
  { name: 'a socket without a path', command: 'socat - ABSTRACT-CONNECT:$ABSTRACT </dev/null' },
]

export const ESCAPES: readonly (Escape & { readonly group: string })[] = [
  ...FILES.map((each) => ({ ...each, group: 'writes' })),
  ...STEERING.map((each) => ({ ...each, group: 'steers' })),
  ...SECRETS.map((each) => ({ ...each, group: 'reads' })),
  ...PROGRAMS.map((each) => ({ ...each, group: 'reaches programs' })),
  ...NETWORK.map((each) => ({ ...each, group: 'reaches the network' })),
]
