import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { PermissionMode } from '#shared/permission/mode.ts'
import { lines, openVerdictProject, verdictOn } from '../../../../test/support/data/command-verdicts.ts'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'
import { judge } from '../permission/judge.ts'
import { commandActs } from './commands/command-acts.ts'

openVerdictProject()

const MODES: readonly PermissionMode[] = ['ask', 'accept_edits', 'bypass']

describe.skipIf(process.platform === 'win32')('a command that sets up programs which run later', () => {
  it.each(
    lines(String.raw`
    git clone -c core.hooksPath=x a b
    git clone -qc core.fsmonitor=x a b
    git clone -ccore.fsmonitor=x a b
    git clone --config core.fsmonitor=x a b
    git clone --conf=core.fsmonitor=x a b
    git clone --templ x a b
    git clone -u ./x a b
    git clone ext::x b
    git init --template=x sub
    git init --tem x sub
    git init --separate-git-dir=x
    GIT_TEMPLATE_DIR=x git init
    export GIT_TEMPLATE_DIR=x; git init sub
    git remote add o 'ext::sh -c x'
    git remote set-url o fd::3
    git remote add o ssh://-oProxyCommand=x/y
    git submodule add ext::x y
    git lfs install
    git -C src lfs install
    git maintenance start
    husky
    npx --yes husky init
    pnpm exec husky
    pre-commit install
    python -m pre_commit install
    uvx pre-commit install
    lefthook install
    simple-git-hooks
    yarn husky install
    npx @smithery/cli install x
    npm c set a b
    git lfs update
    git archive --remote=ext::x HEAD
    docker run --restart=always x
    claude mcp add x -- ./x
    claude --debug mcp add x
    codex mcp add x
    gemini extensions install x
    npm config set script-shell ./x
    npm --global config set x y
    npm set x y
    pip config set a.b c
    go env -w GOFLAGS=x
    gh alias set x '!y'
    systemctl --user enable x
    sudo systemctl enable --now x
    systemd-run --user --on-calendar=daily x
    crontab x
    echo x | at now
    launchctl load x
    loginctl enable-linger
    direnv allow
    conda init
    code --install-extension x
    bash -c 'husky install'
    if true; then lefthook install; fi
    nohup pre-commit install
    find . -exec husky install \;
    find . -name x -execdir npx husky {} +
    fd -x lefthook install
    env find . -exec nice npx husky \;
    env --chdir x find . -exec husky \;
    timeout --bad 1 9 env -C x find . -exec xargs husky \;
    echo a | xargs -n 1 husky install
    echo a | xargs --max-args 1 husky install
    echo a | parallel --jobs 2 husky install
    env --chdir x husky install
    nice --adjustment 5 husky install
    timeout --kill-after 5 9 husky install
    time -f x husky install
    hyperfine 'husky install'
    concurrently a 'husky install'
    node node_modules/.bin/husky install
    dumb-init -- husky
    echo 'husky install' | sh
    printf 'ls\nhusky install\n' | bash
    printf '%s\n' 'husky install' | bash -s
    cat <<< 'husky install' | sh
    bash <<< 'husky install'
    bash <(echo husky install)
    eval "$(echo husky install)"
    echo 'husky install' | tee log | sh
    claude mcp --scope user add x -- ./x
    claude --model x mcp -s user add x -- ./x
    npm --prefix x config set a b
    npm --prefix x config --location project set a b
    corepack npm config set a b
    corepack pnpm@9 config set a b
    pnpm dlx husky
    pnpm --dir x dlx husky
    pnpm --package husky dlx husky init
    npx -p husky husky init
    npx --package husky -c 'husky init'
    npm exec --package husky -- husky init
    yarn --cwd x husky install
    go -C x env -w A=b
    poetry --directory x config a b
    pre-commit -c x install
    systemctl --host x enable y
    gh alias --repo x set a b
    alias g=git; g init --template=x
    alias g='git init'; g --template=x
    g() { git "$@"; }; g init --template=x
    function g { git init $1; }; g --template=x
    alias h=husky; h install
    alias x=ls g=git; g init --template=x
    eval 'alias g=git'; g init --template=x
    parallel ::: 'husky install'
    deno run -A npm:husky
    node node_modules/husky/bin.js
    node ./node_modules/husky/lib/bin.js install
    node --no-warnings node_modules/husky/bin.js init
    node_modules/husky/bin.js
    node node_modules/.pnpm/husky@9.1.7/node_modules/husky/bin.js
    node node_modules/simple-git-hooks/cli.js
    node node_modules/@evilmartians/lefthook/bin/index.js install
    node node_modules/npm/bin/npm-cli.js install -g x
    npm install -g x
    npm -g i x
    npm i x -gf
    npm i --global x
    npm i --location global x
    npm_config_global=true npm i x
    export npm_config_location=global; npm i x
    npm link
    npm link ../x
    pnpm add -g x
    yarn global add x
    bun add -g x
    pip install --user x
    python3 -m pip install --user x
    pipx install x
    uv tool install x
    cargo install x
    go install example.com/x@latest
    dotnet tool install -g x
    deno install -g x
    npm --prefix sub link
    cargo +nightly install x
    cargo --color never install x
    go -C sub install example.com/x@latest
    uv --directory sub tool install x
    yarn --cwd sub global add x
    deno i -g x
    `),
  )('asks in every mode: %s', async (command) => {
    for (const mode of MODES)
      expect(await verdictOn(command, mode, [['bash', '*', 'allow']]), mode).toBe('ask')
  })

  it.each(
    lines(String.raw`
    git clone https://host/a
    git clone -c core.autocrlf=false a b
    git init
    git init -q sub
    git remote add origin ./up.git
    git remote add origin https://host/a.git
    git lfs track '*.bin'
    pre-commit run -a
    lefthook run pre-commit
    claude mcp list
    npm config get registry
    npm install
    npm test
    go env
    gh pr list
    systemctl status x
    systemd-run --user x
    crontab -l
    launchctl list
    code .
    find . -name husky
    find . -name '*.ts' -exec grep -l husky {} +
    ls | xargs grep husky
    ls | xargs -0 grep husky
    ls | xargs -n 1 echo husky
    timeout 5 npm test
    env A=b npm test
    echo 'npm test' | sh
    echo husky install
    echo 'use husky install' | grep husky
    npm --prefix x config get a
    npm --prefix x run build
    claude --model x mcp list
    corepack enable
    npx -p typescript tsc --noEmit
    pnpm --filter x exec vitest run
    alias g=git; g status
    g() { git "$@"; }; g status
    hyperfine 'npm test'
    node node_modules/vite/bin/vite.js build
    node node_modules/husky/bin.js --version
    npm ls -g
    npm root -g
    npm install x
    npm link x
    npm pkg set scripts.test=x
    pip install x
    go install ./...
    cargo install --list
    cargo install --root out x
    uv tool list
    yarn global list
    deno install
    npm test -- -g update
    npm run e2e -- -g install
    pnpm test -g add
    bun run link
    cargo +nightly build
    `),
  )('does not ask in full access: %s', async (command) => {
    expect(await verdictOn(command, 'bypass')).toBe('allow')
  })

  it('asks where it changes scripts of the package, unless full access lets edits of them through', async () => {
    const verdicts = async (command: string) =>
      await Promise.all(MODES.map((mode) => verdictOn(command, mode, [['bash', 'npm *', 'allow']])))
    for (const command of lines(`
      npm pkg set scripts.test=x
      npm pkg set 'scripts.test=x y' name=z
      npm pkg set --json config='{}'
      npm pkg set name=x scripts[test]=y
      npm pkg delete scripts.test
      npm set-script test x
      npm --prefix sub pkg set husky.hooks.pre-commit=x`))
      expect(await verdicts(command), command).toEqual(['ask', 'ask', 'allow'])
    for (const command of ['npm pkg set name=x', 'npm pkg get scripts', 'npm pkg set dependencies.a=1'])
      expect(await verdicts(command), command).toEqual(['allow', 'allow', 'allow'])
  })

  it('says what it would allow', async () => {
    const acts = await commandActs('lefthook install', '/nowhere/p', { path: posix, home: '/home/ada' })
    const input = { tool: 'bash', rules: [], grants: [], acts, home: '/home/ada' }
    expect(judge({ ...input, mode: 'bypass' }).reason).toBe(
      'This would allow programs to run later without a question, so it always asks: lefthook install.',
    )
  })
})

describe.skipIf(process.platform === 'win32')(
  'a command that writes a steering file under another name',
  () => {
    it.each(
      lines(String.raw`
    x=.claude; echo y > $x/z
    x=.cla; y=ude; echo y > $x$y/z
    x=.claude; cd $x && echo y > z
    x=.claude; cp README.md $x/z
    echo y > .cl*/z
    cd .cl*; echo y > z
    echo y > {.claude,x}/z
    echo y > .cl{aude,x}/z
    for f in .claude; do echo y > $f/z; done
    f() { echo y > $1/z; }; f .claude
    read x <<< .claude; echo > $x/y
    printf -v x .claude; echo > $x/y
    x=.cla; x+=ude; echo > $x/y
    x=.clXaude; echo > ${'${'}x/X/}/y
    x=.claudeX; echo > ${'${'}x%X}/y
    x=a.claude; echo > ${'${'}x#a}/y
    x=(.claude b); echo > ${'${'}x[0]}/y
    echo >> $HOME/.bash_aliases
    p=$HOME/.local/bin; cp README.md $p/git
    cd ~ && echo x >> .bashrc
    echo y > $'\x2eclaude/z'
    x=$(printf '\056claude'); echo y > $x/z
    echo y >> $HOME/.bashrc
    d=$(git rev-parse --git-dir); echo y > $d/hooks/pre-commit
    h=hooks; cp README.md .git/$h/pre-commit
    tee $(echo .claude/z) < README.md
    strace -o .git/hooks/pre-commit ls
    flock .claude/x ls
    echo y > "${'${'}X:-.claude}/y"
    echo y > ${'${'}X-.claude}/y
    echo y > ${'${'}X:+.claude}/y
    echo y > ${'${'}X:-.cla}ude/y
    : ${'${'}X:=.claude}; echo y > $X/y
    cp README.md ${'${'}X:-.claude}/y
    echo y > ${'${'}X:-${'${'}Y:-.claude}}/y
    x=$(ls -d .cl*); echo y > $x/z
    x=$(ls -d .cl*); cp README.md "$x/z"
    x=${'`'}ls -d .cl*${'`'}; echo y > $x/z
    x=$(find . -name '*laude'); echo y > $x/z
    echo y > $(ls -d .cl*)/z
    for f in .cl*; do echo y > $f/z; done
    for f in $(ls -d .cl*); do cp README.md $f; done
    ls -d .cl* | while read -r d; do cp README.md $d; done
    read -r d < <(ls -d .cl*); cp README.md $d/z
    mapfile d < <(ls -d .cl*); cp README.md $d/z
    x=$(ls -da .* | head -1); echo y > $x/z
    `),
    )('asks in full access: %s', async (command) => {
      expect(await verdictOn(command, 'bypass')).toBe('ask')
    })

    it.each(
      lines(String.raw`
    for f in src/*.ts; do echo $f > /tmp/x; done
    x=$(date); echo $x > out.txt
    sed -n 's/.*/x/p' README.md > $OUT
    cat .claude/settings.json
    x=src; cp README.md $x/z
    echo y > ${'${'}X:-src}/y
    x=$(ls *.ts); echo y > $x.bak
    x=$(ls -d src/*); cp README.md $x
    for f in $(find . -name '*.json'); do prettier --write $f; done
    cp -r $PWD/src other
    x=$(find . -name 'package.json' -not -path '*/node_modules/*'); cp $x out
    `),
    )('does not ask in full access: %s', async (command) => {
      expect(await verdictOn(command, 'bypass')).toBe('allow')
    })

    it('asks where a folder that is copied or moved holds one', async () => {
      const project = await openToolProject({ 'plain/p': 'x' })
      await mkdir(project.at('x/.claude'), { recursive: true })
      await writeFile(project.at('x/.claude/settings.json'), '{}')
      const verdictOf = async (command: string) => {
        const acts = await commandActs(command, project.root, { path: posix, home: '/home/ada' })
        return judge({ tool: 'bash', mode: 'bypass', rules: [], grants: [], acts, home: '/home/ada' }).verdict
      }
      const asking = [
        'cp -r x/. .',
        'cp -a x/ .',
        'cp -R x other',
        'rsync -a x/ .',
        'mv x y',
        'cp -t . -r x/.',
        'cp -r $PWD/x/. .',
        'cp -r $(pwd)/x/. .',
        'cd plain && cp -r $PWD/../x/. ..',
        'cp -r ~+/x/. .',
        ...lines(String.raw`
          cp -r "${'${'}PWD}/x/." .
          cp -r ${'${'}X:-x}/. .
        `),
      ]
      for (const command of asking) expect(await verdictOf(command), command).toBe('ask')
      for (const command of ['cp -r plain other', 'cp -r x/* .', 'cp -r . /nowhere/backup'])
        expect(await verdictOf(command), command).toBe('allow')
    })

    it('asks where an archive that is unpacked holds one', async () => {
      const project = await openToolProject({
        'plain/p': 'x',
        'x/.claude/settings.json': '{}',
        [`x/${'long/'.repeat(30)}.mcp.json`]: '{}',
      })
      const make =
        'tar cf plain.tar plain && tar cf steers.tar -C x .claude && tar czf steers.tgz -C x .claude && tar cf long.tar -C x long'
      await promisify(execFile)('sh', ['-c', make], { cwd: project.root })
      const verdictOf = async (command: string) => {
        const acts = await commandActs(command, project.root, { path: posix, home: '/home/ada' })
        return judge({ tool: 'bash', mode: 'bypass', rules: [], grants: [], acts, home: '/home/ada' }).verdict
      }
      for (const command of ['tar xf steers.tar', 'tar -xzf steers.tgz', 'tar --extract --file=long.tar'])
        expect(await verdictOf(command), command).toBe('ask')
      for (const command of ['tar xf plain.tar', 'tar xf missing.tar'])
        expect(await verdictOf(command), command).toBe('allow')
    })
  },
)
