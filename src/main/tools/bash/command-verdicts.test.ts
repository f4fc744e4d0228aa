import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { exploration } from '../../../../test/support/exploration.ts'
import { judge } from '../permission/judge.ts'
import { commandActs } from './command-acts.ts'
import { createShellGrammar } from './shell-grammar.ts'

const loadGrammar = createShellGrammar()
let root = ''

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'orrery-verdicts-')))
  await mkdir(`${root}/src`)
  await mkdir(`${root}/bin`)
  await writeFile(`${root}/README.md`, 'read me\n')
  await writeFile(`${root}/src/a.ts`, 'a\n')
  await writeFile(`${root}/--output=x`, '')
  await symlink('/etc', `${root}/elsewhere`)
  await symlink('/etc/passwd', `${root}/linked.txt`)
  await symlink('src', `${root}/inside`)
  await mkdir(`${root}/one/two`, { recursive: true })
  await mkdir(`${root}/three`)
  await symlink('../one/two', `${root}/three/deep`)
})

afterAll(() => rm(root, { recursive: true, force: true }))

type Rule = readonly [tool: string, pattern: string, action: PermissionRule['action']]

async function verdictOn(command: string, mode: PermissionMode, rules: readonly Rule[] = []) {
  const acts = await commandActs(command, root, { path: posix, home: '/home/ada' }, loadGrammar)
  const list = rules.map(([tool, pattern, action]): PermissionRule => ({ tool, pattern, action }))
  return judge({ tool: 'bash', mode, rules: [list], grants: [], acts, home: '/home/ada' }).verdict
}

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

describe.skipIf(process.platform === 'win32')('in plan mode', () => {
  it.each(
    lines(String.raw`
    ls
    ls -la
    ls -la src
    ls src/*.ts
    ls src/*
    cat README.md
    cat ./README.md
    cat src/a.ts README.md
    cat 'src/a.ts'
    cat "src/a.ts"
    cat src/\a.ts || true
    head -n 20 README.md
    tail -5 README.md
    wc -l src/a.ts
    wc -l src/*.ts
    stat README.md
    file README.md
    du -sh src
    df -h
    pwd
    basename src/a.ts
    dirname src/a.ts
    realpath src/a.ts
    readlink inside
    cat inside/a.ts
    echo hello
    echo "hello; world"
    echo 'a && b'
    echo $?
    printf '%s\n' a b
    true
    false || true
    test -f README.md
    [ -f README.md ]
    [ -d src ] && ls src
    which node
    whoami
    id
    uname -a
    diff README.md src/a.ts
    cmp README.md src/a.ts
    cut -d: -f1 README.md
    tr a b < README.md
    nl README.md
    grep -n TODO src/a.ts
    grep -rn TODO src
    grep -rn "// TODO" src
    grep -E 'a|b' README.md
    egrep 'a|b' README.md
    fgrep a README.md
    md5sum README.md
    sha1sum README.md
    sha256sum README.md
    cat README.md | grep a | wc -l
    ls; pwd; whoami
    ls && pwd || echo no
    ! test -f nothing
    ls # a comment
    cd src && ls
    cd src; cat a.ts
    git status
    git status --short
    git log --oneline -5
    git log -n 1 --stat
    git diff HEAD~1
    git diff --stat
    git diff -- src/a.ts
    git show HEAD
    git show HEAD:README.md
    git rev-parse HEAD
    git ls-files
    git blame README.md
    git describe
    timeout 5 ls
    nice ls
    nohup ls
    env CI=1 ls
    CI=1 ls
    command ls
    time ls
    bash -c 'ls'
    bash -c 'ls && pwd'
    sh -c "git status"
    ls 2>&1
    ls 2>/dev/null
    ls >/dev/null 2>&1
    ls 目录
    cat "读我.md" || true
    `).filter((line) => !line.includes('\\a')),
  )('allows what only looks: %s', async (command) => {
    expect(await verdictOn(command, 'plan')).toBe('allow')
  })

  it.each(
    lines(String.raw`
    rm README.md
    touch x
    mkdir x
    mv README.md x
    cp README.md x
    ln -s a b
    chmod +x README.md
    tee x
    dd if=README.md of=x
    sed -i s/a/b/ README.md
    sed s/a/b/ README.md
    awk '{print}' README.md
    perl -e 1
    python3 -c 1
    node -e 1
    npm test
    npm install
    make
    cargo build
    git commit -m x
    git add .
    git push
    git fetch
    git checkout -- README.md
    git -C . status
    git -c core.pager=x log
    git --git-dir=.git status
    git diff --output=x
    git log --ext-diff
    git diff HEAD *
    git diff --"output"=x[y]
    git log -1 --format=x {--output,"y"}
    ls > x
    ls >> x
    echo x > README.md
    cat {README.md,"x"}
    ls; ((0<<$(touch x)))
    ls; ((1<<2))
    echo $[1<<2]
    echo $((1+1))
    echo $HOME
    echo "$HOME"
    echo $(ls)
    echo ${'`'}ls${'`'}
    cat <(ls)
    ls & rm x
    ls |& cat
    ls &> x
    (ls)
    { ls; }
    if true; then ls; fi
    for f in a; do ls; done
    while true; do ls; done
    case a in a) ls;; esac
    f() { ls; }; f
    function f { ls; }
    [[ -f README.md ]]
    eval ls
    source README.md
    . ./README.md
    alias ls=rm
    export PATH=.
    PATH=. ls
    LD_PRELOAD=./x ls
    CDPATH=/ cd etc
    cd -; ls
    cd ~-
    pushd src
    ls ~root
    cat ~+/README.md
    ./ls
    bin/ls
    ./bin/env ls
    bin/timeout 5 ls
    bash x.sh
    bash x.sh -c ls
    bash --rcfile -c ls
    bash -c -O extglob ls
    bash
    sh -s
    xargs ls
    ls | xargs cat
    find . -delete
    find . -exec ls {} \;
    find . -name x
    sudo ls
    su -c ls
    flock x ls
    taskset 1 ls
    setarch -R ls
    unshare -r ls
    script -qc ls /dev/null
    watch ls
    strace ls
    printf -v PATH .
    test -v 'a[0]'
    [ -R a ]
    file -C -m x
    grep -R a .
    grep --dereference-recursive a .
    grep --der a .
    grep -eR a .
    grep -5R a .
    diff -r src bin
    diff -1r src bin
    ls -LR .
    ls --de -R .
    du -L .
    du --de .
    du --files0-from=README.md
    wc --f=README.md
    file -f README.md
    file -bf README.md
    md5sum -c README.md
    sha256sum --ch README.md
    zsh -c ls
    zsh -c 'ls =ls'
    ksh -c ls
    fish -c "echo 'a\\' 'b; rm x #'"
    echo x < README.md > /dev/stdin
    echo x < README.md > /dev/fd/0
    echo x 1< README.md > /dev/stdout
    git log --outp=x
    git show --output x
    cat link$?
    git log --format="$?"
    $cmd
    "$cmd" x
    l* x
    /bin/l? x
    $'ls'
    ls 'open
    ls "open
    ls \
    curl http://127.0.0.1
    wget http://127.0.0.1
    ssh host ls
    docker run x
    tar cf x.tar src
    sort -o x README.md
    vi README.md
    less README.md
    trap ls EXIT
    exec ls > x
    set -x
    hash -p ./x ls
    mapfile a
    read a
    coproc ls
    enable -n ls
    ls${'\u00a0'}-a
    `),
  )('denies everything else: %s', async (command) => {
    expect(await verdictOn(command, 'plan')).toBe('deny')
  })

  it.each(
    lines(`
    cat /etc/passwd
    cat ../x
    cat ~/.profile
    cat linked.txt
    cat elsewhere/passwd
    cat elsewhere/../etc/passwd
    ls elsewhere
    grep -r a elsewhere
    grep -f/etc/passwd a
    grep -if/etc/passwd a
    head --lines=1 linked.txt
    wc --files0-from=/etc/passwd
    ls *
    cat *
    cat *.txt
    cat l*
    diff README.md linked.txt
    git diff --no-index linked.txt README.md
    cd / && ls
    cd elsewhere && ls
    cat < linked.txt
    cat src/../../x
    cd three/deep && cat ../a
    cd three/deep; cd ..; ls
    cd three && cd deep && ls
    cd inside && ls
    cat /dev/stdin
    cat /proc/self/environ
    `),
  )('asks about what reaches outside: %s', async (command) => {
    expect(await verdictOn(command, 'plan')).not.toBe('allow')
    expect(await verdictOn(command, 'accept_edits')).toBe('ask')
  })
})

const DENY_RM: readonly Rule[] = [['bash', 'rm *', 'deny']]

describe.skipIf(process.platform === 'win32')('a refusal of rm', () => {
  const starters = lines(`
    sudo
    sudo -u bob
    doas
    pkexec
    env
    env -i
    env A=b
    A=b
    nohup
    nice -n 5
    ionice -c3
    time
    timeout 5
    timeout -k 1 5
    stdbuf -oL
    setsid
    setsid -f
    command
    exec
    builtin
    xargs
    xargs -n1
    parallel
    flock x
    flock -n x
    taskset 1
    taskset -c 0
    chrt 1
    setarch -R
    setarch x86_64
    linux64
    unshare
    unshare -r
    nsenter -t 1
    setpriv --reuid 1
    runuser -u bob --
    systemd-run
    systemd-run --user
    systemd-inhibit
    xvfb-run -a
    dbus-run-session --
    fakeroot
    prlimit --nofile=5
    choom -n 5
    firejail
    bwrap --dev-bind / /
    strace
    strace -f -o x
    ltrace
    gdb --args
    valgrind
    perf stat
    watch
    watch -n 1
    entr
    unbuffer
    rlwrap
    busybox
    toybox
    chroot /
    ssh host
    docker run image
    docker exec box
    podman run image
    kubectl exec pod --
    npx
    npm exec --
    pnpm dlx
    pnpm exec
    yarn exec
    bunx
    uvx
    uv run
    poetry run
    pipenv run
    bundle exec
    go run x
    cargo run --
    direnv exec .
    nix-shell --run
    git bisect run
    unknown-program
    ./wrapper.sh
  `)
  it.each(starters)('holds behind %s', async (starter) => {
    for (const target of ['rm README.md', '/bin/rm README.md', "'rm' README.md", 'r"m" README.md']) {
      expect(await verdictOn(`${starter} ${target}`, 'bypass', DENY_RM)).not.toBe('allow')
    }
  })

  it.each(
    lines(String.raw`
    rm README.md
    rm -rf .
    RM README.md
    \rm README.md
    r\m README.md
    'rm' README.md
    {rm,README.md}
    $'rm' README.md
    $'\x72m' README.md
    su -c "rm README.md"
    script -qc "rm README.md" /dev/null
    bash -c "rm README.md"
    bash -lc "rm README.md"
    bash -c -O extglob "rm README.md"
    bash --norc -c "rm README.md"
    sh -c 'sh -c "rm README.md"'
    zsh -c "rm README.md"
    eval "rm README.md"
    trap "rm README.md" EXIT
    echo "rm README.md" | sh
    bash <<< "rm README.md"
    echo $(rm README.md)
    cat <(rm README.md)
    f() { rm README.md; }; f
    alias x=rm; x README.md
    x=rm; $x README.md
    find . -exec rm {} \;
    find . -execdir rm {} +
    find . -name x -exec sh -c "rm x" \;
    awk 'BEGIN{system("rm README.md")}'
    sed '1e rm README.md' README.md
    perl -e 'system("rm README.md")'
    python3 -c 'import os; os.system("rm README.md")'
    node -e 'require("child_process").execSync("rm README.md")'
    ruby -e 'system "rm README.md"'
    make SHELL="rm README.md"
    tar cf x --to-command="rm README.md" x
    tar cf x --checkpoint-action=exec="rm README.md" x
    rg --pre rm x
    git submodule foreach "rm README.md"
    git -c alias.x='!rm README.md' x
    git rebase -x "rm README.md" HEAD
    vim -c '!rm README.md'
    less +'!rm README.md' x
    ssh host "rm README.md"
    rsync -e "rm README.md" a b
    zip -TT "rm README.md" a b
    sort --compress-program=rm README.md
    sqlite3 x ".shell rm README.md"
    ls; ((1<<2)); rm README.md
    if true; then rm README.md; fi
    ! rm README.md
    true && rm README.md
    true | rm README.md
    rm${'\t'}README.md
    >x rm README.md
    2>&1 rm README.md
    EDITOR="rm README.md" git commit
    EDITOR="rm README.md"; git commit
    GIT_SSH_COMMAND='rm x' git fetch
    GIT_EXTERNAL_DIFF='rm x' git diff
    PAGER='rm x' man ls
    LESSOPEN='|rm x' less README.md
    env PAGER='rm x' man ls
    sudo PAGER='rm x' man ls
    PS4='$(rm x)' bash -xc ls
    cp /bin/rm safe
    ln -s /bin/rm safe
    mv /bin/rm safe
    install /bin/rm safe
    sed 's|x|rm x|e' README.md
    fish -c "echo 'a\\' 'b; rm x #'"
    zsh -c 'rm x'
    rm --recursive README.md
    `),
  )('holds for %s', async (command) => {
    expect(await verdictOn(command, 'bypass', DENY_RM)).not.toBe('allow')
  })

  it.each(
    lines(`
    ls
    echo rm x
    grep rm README.md
    git rm README.md
    git commit -m 'rm old file'
    npm test
    cat rm
    mkdir rm
    rmdir x
    cp rm x
    `),
  )('does not hold for %s', async (command) => {
    expect(await verdictOn(command, 'bypass', DENY_RM)).toBe('allow')
  })

  it.each([
    'ls # x\nrm README.md',
    'cat <<EOF\nEO\\\nF\nrm README.md\nEOF',
    'r\\\nm README.md',
    'ls\n\nrm README.md',
  ])('holds over lines: %j', async (command) => {
    expect(await verdictOn(command, 'bypass', DENY_RM)).not.toBe('allow')
  })

  it('holds behind more words than are looked at', async () => {
    const filler = 'a '.repeat(250)
    for (const command of [`ssh host ${filler}; rm x`, `ssh host '${'a '.repeat(6_000)}; rm x'`]) {
      expect(await verdictOn(command, 'bypass', DENY_RM)).not.toBe('allow')
    }
  })

  it('is never lifted by a starter, a quote, an option or a place', async () => {
    const quotes = [
      (w: string) => w,
      (w: string) => `'${w}'`,
      (w: string) => `"${w}"`,
      (w: string) => `\\${w}`,
    ]
    const places = [
      (c: string) => c,
      (c: string) => `true && ${c}`,
      (c: string) => `${c}; true`,
      (c: string) => `true | ${c}`,
      (c: string) => `(${c})`,
      (c: string) => `{ ${c}; }`,
      (c: string) => `if true; then ${c}; fi`,
      (c: string) => `echo $(${c})`,
      (c: string) => `bash -c '${c.replaceAll("'", "'\\''")}'`,
      (c: string) => `eval '${c.replaceAll("'", "'\\''")}'`,
      (c: string) => `sh <<'E'\n${c}\nE`,
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...starters, ''),
        fc.constantFrom(...quotes),
        fc.constantFrom('', '-r', '-rf --', '--verbose'),
        fc.array(fc.constantFrom(...places), { maxLength: 3 }),
        async (starter, quote, options, around) => {
          const core = `${starter} ${quote('rm')} ${options} README.md`.trim()
          const command = around.reduce((inner, place) => place(inner), core)
          expect(await verdictOn(command, 'bypass', DENY_RM), command).not.toBe('allow')
        },
      ),
      exploration(300),
    )
  })
})

describe.skipIf(process.platform === 'win32')('a refusal of a subcommand', () => {
  const refused: readonly Rule[] = [
    ['bash', 'git push *', 'deny'],
    ['bash', 'git reset --hard *', 'deny'],
    ['bash', 'docker rm *', 'deny'],
    ['bash', 'kubectl delete *', 'deny'],
    ['bash', 'npm publish *', 'deny'],
    ['bash', 'cargo publish *', 'deny'],
    ['bash', 'npm run deploy *', 'deny'],
    ['bash', 'rm -rf *', 'deny'],
    ['bash', '*', 'allow'],
  ]
  // In a list the last match counts, so the refusals are said again in a layer of their own.
  const rules = refused.filter(([, , action]) => action === 'deny')
  it.each(
    lines(`
    git push
    git push -f origin main
    git -C . push
    git -C src push origin
    git -c a.b=c push
    git --no-pager push
    git -P push
    git --git-dir=.git push
    git --git-dir .git push
    git --work-tree=. -c a.b=c push
    git --literal-pathspecs push
    git --exec-path=/x push
    git -C . reset --hard
    git reset --hard HEAD~1
    git reset HEAD~1 --hard
    git config alias.p push
    git p
    docker rm box
    docker --context x rm box
    docker --host=x rm box
    docker -H x rm box
    kubectl delete pod
    kubectl -n space delete pod
    kubectl --namespace space delete pod
    kubectl --context=x delete pod
    npm publish
    npm --prefix x publish
    npm --silent publish
    cargo publish
    cargo --offline publish
    cargo -Z x publish
    cargo --color never publish
    git-push origin
    /usr/lib/git-core/git-push origin
    git send-pack origin
    git reset --har
    git reset -q --hard
    npm publis
    npm run deploy
    npm run -s deploy
    npm run-script deploy
    npm --prefix x rum deploy
    rm -fr x
    rm -r -f x
    rm --recursive --force x
    rm --rec --f x
    rm x -rf
    docker container rm box
    `),
  )('holds for %s', async (command) => {
    expect(await verdictOn(command, 'bypass', rules)).not.toBe('allow')
  })

  it.each(
    lines(`
    git status
    git log --grep push
    git commit -m push
    git stash push
    git branch push
    git -C . log push
    docker ps
    docker --context x ps
    kubectl get pods
    npm test
    npm run build
    npm install
    cargo build
    git reset --soft HEAD
    rm -r x
    rm x
    `),
  )('does not hold for %s', async (command) => {
    expect(await verdictOn(command, 'bypass', rules)).toBe('allow')
  })
})

describe.skipIf(process.platform === 'win32')('a refusal of a program in a folder', () => {
  const rules: readonly Rule[] = [['bash', './scripts/deploy.sh *', 'deny']]
  it.each(
    lines(`
    ./scripts/deploy.sh
    ./scripts/deploy.sh now
    scripts/deploy.sh
    ./scripts/../scripts/deploy.sh
    cd scripts && ./deploy.sh
    sh scripts/deploy.sh
    bash ./scripts/deploy.sh now
    env scripts/deploy.sh
    npx scripts/deploy.sh
    `),
  )('holds for %s', async (command) => {
    expect(await verdictOn(command, 'bypass', rules)).not.toBe('allow')
  })

  it.each(['ls scripts', 'cat scripts/deploy.sh', './scripts/build.sh'])(
    'does not hold for %s',
    async (command) => {
      expect(await verdictOn(command, 'bypass', rules)).toBe('allow')
    },
  )
})

describe.skipIf(process.platform === 'win32')('an allowance', () => {
  it.each<[Rule, string]>([
    [['bash', 'git status', 'allow'], 'git status; ((0<<$(touch x)))'],
    [['bash', 'git status', 'allow'], 'bin/env git status'],
    [['bash', 'git status', 'allow'], 'git status && ./bin/cd src'],
    [['bash', 'git status', 'allow'], "sh evil.sh -c 'git status'"],
    [['bash', 'git status', 'allow'], 'git -c core.fsmonitor=x status'],
    [['bash', 'git status', 'allow'], 'GIT_DIR=x git status'],
    [['bash', 'git *', 'allow'], 'git -c alias.x=!x x'],
    [['bash', 'git *', 'allow'], 'git --exec-path=. status'],
    [['bash', 'git *', 'allow'], 'git --config-env=a.b=c status'],
    [['bash', 'git *', 'allow'], 'git rebase -x x HEAD'],
    [['bash', 'git *', 'allow'], 'git bisect run x'],
    [['bash', 'git *', 'allow'], 'git submodule foreach x'],
    [['bash', 'git *', 'allow'], 'git clone -u x y'],
    [['bash', 'git *', 'allow'], 'git fetch --upload-pack=x'],
    [['bash', 'git *', 'allow'], 'git unknown'],
    [['bash', 'git diff *', 'allow'], 'git diff HEAD *'],
    [['bash', 'find *', 'allow'], 'find . -delete'],
    [['bash', 'find *', 'allow'], 'find . -exec x {} \\;'],
    [['bash', 'find *', 'allow'], 'find . -fprint x'],
    [['bash', 'tar *', 'allow'], 'tar xf a --to-command=x'],
    [['bash', 'tar *', 'allow'], 'tar -I x -xf a'],
    [['bash', 'rg *', 'allow'], 'rg --pre x a'],
    [['bash', 'sort *', 'allow'], 'sort -o x README.md'],
    [['bash', 'awk *', 'allow'], `awk 'BEGIN{system("x")}'`],
    [['bash', 'sed *', 'allow'], 'sed -i s/a/b/ README.md'],
    [['bash', 'sed *', 'allow'], "sed '1e x' README.md"],
    [['bash', 'timeout *', 'allow'], 'timeout 5 x'],
    [['bash', 'env *', 'allow'], 'env A=b x'],
    [['bash', 'xargs *', 'allow'], 'ls | xargs x'],
    [['bash', 'git log *', 'allow'], 'git log --output=x'],
    [['bash', 'git *', 'allow'], 'git diff --output x'],
    [['bash', 'git *', 'allow'], 'git archive -o x HEAD'],
    [['bash', 'git *', 'allow'], 'git format-patch -1 -o src'],
    [['bash', 'tar *', 'allow'], 'tar xIf x a.tar'],
    [['bash', 'sed *', 'allow'], "sed 's|a|b|e' README.md"],
    [['bash', 'sed *', 'allow'], "sed 's,a,b,w x' README.md"],
    [['bash', 'sed *', 'allow'], "sed '\\|a|e x' README.md"],
    [['bash', 'awk *', 'allow'], 'awk -f src/a.ts'],
    [['bash', 'awk *', 'allow'], 'awk -i inplace 1 README.md'],
    [['bash', 'less *', 'allow'], 'less +!x README.md'],
    [['bash', 'less *', 'allow'], 'less -Ox README.md'],
    [['bash', 'tree *', 'allow'], 'tree -o x'],
    [['bash', 'echo *', 'allow'], 'echo x < README.md > /dev/stdin'],
    [['bash', 'zsh *', 'allow'], "zsh -c 'echo x >!.git/config'"],
    [['bash', 'npm test', 'allow'], 'cd inside && npm test'],
    [['bash', 'npm test', 'allow'], 'npm test; x'],
    [['bash', 'npm test', 'allow'], 'npm test $(x)'],
    [['bash', 'cat *', 'allow'], 'cat /etc/passwd'],
    [['bash', 'cat *', 'allow'], 'cat linked.txt'],
  ])('of %j does not cover %s', async (rule, command) => {
    expect(await verdictOn(command, 'ask', [rule])).not.toBe('allow')
  })

  it.each<[Rule, string]>([
    [['bash', 'git status', 'allow'], 'git status'],
    [['bash', 'git *', 'allow'], 'git -C src log'],
    [['bash', 'git *', 'allow'], 'git commit -m "x y"'],
    [['bash', 'find *', 'allow'], 'find . -name "*.ts"'],
    [['bash', 'npm test *', 'allow'], 'npm test -- src'],
    [['bash', 'npm *', 'allow'], 'timeout 60 npm run build'],
    [['bash', 'find * -delete', 'allow'], 'find . -name x -delete'],
    [['bash', 'sed -i *', 'allow'], 'sed -i s/a/b/ README.md'],
    [['bash', 'node *', 'allow'], 'cd src && node a.ts'],
    [['bash', '*', 'allow'], 'make && make install'],
  ])('of %j covers %s', async (rule, command) => {
    expect(await verdictOn(command, 'ask', [rule])).toBe('allow')
  })
})

describe.skipIf(process.platform === 'win32')('a file that is closed to edits', () => {
  const closed: readonly Rule[] = [['edit', 'src/a.ts', 'deny']]
  it.each(
    lines(`
    tee src/a.ts
    sed -i s/a/b/ src/a.ts
    cp README.md src/a.ts
    mv README.md src/a.ts
    mv src/a.ts x
    rm src/a.ts
    rm -r src
    rm src/*.ts
    dd if=README.md of=src/a.ts
    truncate -s 0 src/a.ts
    git checkout -- src/a.ts
    git restore src/a.ts
    git rm src/a.ts
    git checkout .
    prettier --write src/a.ts
    sort -o src/a.ts README.md
    unknown src/a.ts
    unknown src/*.ts
    unknown --out=src/a.ts
    echo x > src/a.ts
    cd src && rm a.ts
    bash -c 'rm src/a.ts'
    find src/a.ts -delete
    find src -name a.ts -delete
    find . -name a.ts -exec truncate -s0 {} +
    git reset --hard
    git stash
    git -C . pull
    git apply x.patch
    git checkout other
    tar xf x.tar
    tar --extract -f x.tar
    unzip x.zip
    patch -p1
    ln -sf README.md src/a.ts
    tee $(echo src/a.ts)
    x=src/a.ts; tee $x
    tee /dev/stdin < src/a.ts
    cp README.md /proc/self/fd/0 < src/a.ts
    awk '{print > "src/a.ts"}' README.md
    sed -n 'w src/a.ts' README.md
    python3 -c 'open("src/a.ts","w")'
    node -e "require('fs').writeFileSync('src/a.ts','x')"
    git log --output=src/a.ts
    xxd README.md src/a.ts
    uniq README.md src/a.ts
    tsc --outFile src/a.ts
    pytest --junitxml=src/a.ts
    ruff format src/a.ts
    less -o src/a.ts README.md
    cd inside && tee a.ts
    `),
  )('is closed to %s', async (command) => {
    expect(await verdictOn(command, 'bypass', closed)).not.toBe('allow')
  })

  it.each(
    lines(`
    cat src/a.ts
    grep a src/a.ts
    git diff src/a.ts
    git add src/a.ts
    wc -l src/a.ts
    rm README.md
    sort src/a.ts
    python3 -c 'print(1)'
    npm test
    od README.md
    tar cf x.tar README.md
    tar -tf x.tar
    find . -name x
    git add README.md
    git commit -m x
    `),
  )('is open to %s', async (command) => {
    expect(await verdictOn(command, 'bypass', closed)).toBe('allow')
  })

  it.each([
    'rm .git/config',
    'tee .git/hooks/x',
    'cp x .orrery/config.toml',
    'git checkout -- .orrery/x',
    'git log --output=.git/hooks/x',
    'cp x .gi?/hooks/x',
    'cp x .g*/hooks/x',
    'python3 -c \'open(".git/hooks/x","w")\'',
    "sed -n 'w .git/config' README.md",
  ])('asks in every mode about places that steer tools: %s', async (command) => {
    for (const mode of ['ask', 'accept_edits', 'bypass'] as const) {
      expect(await verdictOn(command, mode, [['bash', '*', 'allow']])).toBe('ask')
    }
  })
})
