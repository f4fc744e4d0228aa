import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  lines,
  openVerdictProject,
  type Rule,
  verdictOn,
} from '../../../../test/support/data/command-verdicts.ts'
import { exploration } from '../../../../test/support/data/exploration.ts'

openVerdictProject()

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
