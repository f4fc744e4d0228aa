import { describe, expect, it } from 'vitest'
import { lines, openVerdictProject, verdictOn } from '../../../../test/support/data/command-verdicts.ts'

openVerdictProject()

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
