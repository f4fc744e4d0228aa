import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { judge } from '../permission/judge.ts'
import { commandActs } from './commands/command-acts.ts'
import { createShellGrammar } from './commands/shell-grammar.ts'

const loadGrammar = createShellGrammar()
let root = ''

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'orrery-attempts-')))
  await mkdir(`${root}/src`)
  await writeFile(`${root}/src/a.ts`, 'a\n')
  await writeFile(`${root}/a`, 'a\n')
  await symlink('/etc', `${root}/elsewhere`)
})

afterAll(() => rm(root, { recursive: true, force: true }))

/** Each runs `curl`, or may. */
const ATTEMPTS = String.raw`
    a=(1); echo $((a[$(curl x)]))
    [[ -v 'a[$(curl x)]' ]]
    test -v 'a[$(curl x)]'
    [ -v 'a[$(curl x)]' ]
    printf -v 'a[$(curl x)]' x
    printf -v'a[$(curl x)]' x
    read 'a[$(curl x)]' <<< 1
    read -a 'a[$(curl x)]' < src/a.ts
    unset 'a[$(curl x)]'
    declare 'a[$(curl x)]=1'
    export 'a[$(curl x)]=1'
    let 'a[$(curl x)]'
    x='a[$(curl x)]'; echo $((x))
    x='a[$(curl x)]'; ((x))
    x='a[$(curl x)]'; echo ${'${'}y:x}
    x='a[$(curl x)]'; (( y = x ))
    x='a[$(curl x)]'; [[ x -gt 0 ]]
    x='a[$(curl x)]'; echo "${'${'}z[x]}"
    wait -p 'a[$(curl x)]'
    exit 'a[$(curl x)]'
    return 'a[$(curl x)]'
    shift 'a[$(curl x)]'
    ulimit -n 'a[$(curl x)]'
    getopts a 'a[$(curl x)]'
    mapfile -C 'curl x' -c 1 lines < src/a.ts
    readarray -C 'curl x' -c1 lines < src/a.ts
    trap 'curl x' EXIT
    trap 'curl x' DEBUG; ls
    enable -f ./src/curl.so curl
    hash -p /usr/bin/curl ls; ls x
    alias ls=curl; ls x
    ENV=a sh -i -c ls
    PROMPT_COMMAND='curl x' bash -i
    PS4='$(curl x)' bash -xc ls
    exec -a ls curl x
    env -S 'curl x'
    env -S'curl x'
    env -vS'curl x'
    env --split-string='curl x'
    env --spl='curl x'
    command -- curl x
    command -p curl x
    builtin eval 'curl x'
    coproc curl x
    coproc X { curl x; }
    cat <(curl x)
    ls > >(curl -T - x)
    bash <<< 'curl x'
    sh < <(echo curl x)
    echo curl x | sh
    printf '%s' 'curl x' | bash -s
    {c,}url x
    {curl,x}
    c""url x
    \curl x
    $'curl' x
    $'\x63url' x
    cu\rl x
    /usr/bin/cur[l] x
    /usr/bin/@(curl) x
    ! curl x
    time curl x
    time -p -- curl x
    if curl x; then :; fi
    while curl x; do break; done
    case a in a) curl x;; esac
    select x in a; do curl x; done < a
    for x in $(curl x); do :; done
    for ((i=$(curl x);;)); do break; done
    f() { curl x; }; f
    ls() { curl x; }; ls
    git() { curl x; }; git status
    cd() { curl x; }; cd src
    command_not_found_handle() { curl x; }; nosuch
    x=curl; $x x
    x=curl; "$x" x
    ${'${'}x:-curl} x
    ${'${'}x:=$(curl x)}
    echo ${'${'}x:?$(curl x)}
    echo "${'${'}a[$(curl x)]}"
    echo "$(curl x)"
    ls | xargs curl
    ls | xargs -I{} sh -c 'curl x'
    find . -exec curl x \;
    find . -okdir curl x \;
    find . -fprintf a curl
    awk 'BEGIN{system("curl x")}'
    awk 'BEGIN{"curl x"|getline}'
    awk 'BEGIN{print "x"|"curl x"}'
    gawk '@load "x"; BEGIN{curl()}'
    sed '1e curl x' a
    sed 's/a/curl x/e' a
    sed -n '1w curl' a
    perl -e 'exec "curl x"'
    python3 -c 'import os; os.system("curl x")'
    vim -c '!curl x'
    ex -sc '!curl x' a
    less +'!curl x' a
    man -P 'curl x' ls
    tar --checkpoint=1 --checkpoint-action=exec='curl x' -cf x a
    tar cf x --use-compress-program='curl x' a
    zip x.zip a -T -TT 'curl x'
    rsync -e 'curl x' a b:
    ssh -oProxyCommand='curl x' h
    git -c alias.x='!curl x' x
    git -c core.pager='curl x' -p log
    GIT_PAGER='curl x' git -p log
    GIT_SSH_COMMAND='curl x' git fetch
    GIT_EXTERNAL_DIFF='curl x' git diff
    PAGER='curl x' git -p log
    LESSOPEN='|curl x' less a
    EDITOR='curl x' git commit
    VISUAL='curl x' crontab -e
    MANPAGER='curl x' man ls
    git bisect run curl x
    git rebase -x 'curl x' HEAD
    git submodule foreach 'curl x'
    git filter-branch --tree-filter 'curl x'
    git difftool -x 'curl x'
    git grep -O'curl x' a
    git log --output=curl
    git diff --no-index --ext-diff a b; curl x
    git ls-remote --upload-pack='curl x' .
    git ls-remote --exec='curl x' .
    git archive --remote=. --exec='curl x' HEAD
    git push --receive-pack='curl x' . HEAD
    npm exec curl
    npx -c 'curl x'
    npm --script-shell=./curl test
    npm test --script-shell=curl
    make SHELL=curl
    make --eval='$(shell curl x)'
    cargo --config 'alias.x="!curl"' x
    go test -exec curl ./...
    docker run x curl
    su -c 'curl x'
    sudo -s curl x
    script -c 'curl x'
    script -qc 'curl x' /dev/null
    flock a curl x
    flock -c 'curl x' a
    setsid -w curl x
    nohup curl x &
    nice -n 5 curl x
    timeout -s KILL 5 curl x
    busybox sh -c 'curl x'
    /lib64/ld-linux-x86-64.so.2 /usr/bin/curl x
    expect -c 'spawn curl x'
    gdb -ex 'shell curl x' -batch
    strace -o a curl x
    watch -n1 curl x
    at now <<< 'curl x'
    systemd-run --user curl x
    tmux new -d 'curl x'
    xterm -e curl x
    parallel curl ::: x
    sqlite3 :memory: '.shell curl x'
    psql -c '\! curl x'
    ruby -e 'exec "curl x"'
    cat a|curl -d @- x
    cat a;curl x
    cat a&curl x
    (curl x)
    { curl x; }
    2>&1 curl x
    >a curl x
    <a curl x
    a=1 curl x
    a=1 b=2 curl x
    [ -n x -a -v 'a[$(curl x)]' ]
    test ! -v 'a[$(curl x)]'
    [[ -R 'a[$(curl x)]' ]]
    git ls-remote --upload-pack=curl .
    man -Pcurl ls
    git grep -Ocurl a
    less -P'$(curl x)' a
    git -c protocol.ext.allow=always ls-remote 'ext::curl x'
`
  .trim()
  .split('\n')
  .map((line) => line.trim())

/** The same with the older form of a substitution. */
const OLDER = ['echo `curl x`', 'echo "`curl x`"', "test -v 'a[`curl x`]'"]

/** Programs that a person lets run with any argument. */
const OPEN =
  'echo ls test [ [[ printf git npm cat find time sed awk gawk tar env go make sqlite3 docker wait exit'
const CLOSED: PermissionRule = { tool: 'bash', pattern: 'curl *', action: 'deny' }
const RULES: readonly PermissionRule[] = [
  ...OPEN.split(' ').map((name): PermissionRule => ({ tool: 'bash', pattern: `${name} *`, action: 'allow' })),
  CLOSED,
]

describe.skipIf(process.platform === 'win32')(
  'a command that runs a refused program in an unusual way',
  () => {
    it.each([...ATTEMPTS, ...OLDER])('never runs unasked: %s', async (command) => {
      const acts = await commandActs(command, root, { path: posix, home: '/home/ada' }, loadGrammar)
      const runs = (mode: PermissionMode, rules: readonly PermissionRule[]) =>
        judge({ tool: 'bash', mode, rules: [rules], grants: [], acts, home: '/home/ada', readsUnasked: true })
          .verdict === 'allow'
      expect({
        plan: runs('plan', []),
        edits: runs('accept_edits', []),
        rules: runs('ask', RULES),
        full: runs('bypass', [CLOSED]),
      }).toEqual({ plan: false, edits: false, rules: false, full: false })
    })
  },
)
