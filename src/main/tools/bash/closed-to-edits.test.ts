import { posix } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PermissionRule } from '#shared/permission/rule.ts'
import {
  lines,
  openVerdictProject,
  type Rule,
  verdictOn,
} from '../../../../test/support/data/command-verdicts.ts'
import { exploration } from '../../../../test/support/data/exploration.ts'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'
import { judge } from '../permission/judge.ts'
import { withClosedFiles } from './closed-files.ts'
import { commandActs } from './commands/command-acts.ts'

openVerdictProject()

const FLAVOUR = { path: posix, home: '/home/ada' }
const CLOSED: readonly Rule[] = [['edit', 'secret/**', 'deny']]
const WITH_ALL_COMMANDS: readonly Rule[] = [...CLOSED, ['bash', '*', 'allow']]

describe.skipIf(process.platform === 'win32')('a folder that is closed to edits', () => {
  it.each(
    lines(String.raw`
    tsc secret/a.ts
    tsc
    doxygen
    webpack --config x.js
    x --rc-file y
    x --myrc=y
    x --batch-file y
    x --init-script y
    tsc -b
    tsc --noEmit --tsBuildInfoFile secret/x
    cd src && git push ../secret/repo
    git push secret/repo HEAD
    pytest --basetemp secret/x
    pytest --log-file=secret/x
    pytest secret
    vitest -u
    vitest run --update
    jest -u
    jest --updateSnapshot
    npx jest -u
    python -m pytest --snapshot-update
    ruff check -o secret/x
    ruff check --add-noqa
    ruff check --fix
    ruff clean
    ruff format
    eslint --cache --cache-location secret/x src
    prettier --cache-location secret/x --check src
    mypy --cache-dir secret/x src
    yq -s .name README.md
    yq -i .a=1 secret/a.yml
    strace -o secret/x ls
    ltrace -o secret/x ls
    time -o secret/x ls
    flock secret/x ls
    valgrind --log-file=secret/x ls
    base64 -o secret/x README.md
    mkdir secret/x
    mkdir -p secret/x/y
    git grep -O a
    git grep -Ovim a
    git grep --open-files-in-pager a
    git co other
    git lfs checkout
    git config -f secret/x a.b c
    git log --output=secret/x
    git hash-object -w secret/x
    rm -rf ../*/secret
    rm -rf ..
    rm -rf ../*
    rm -rf .
    sed 'wsecret/x' README.md
    sed -n '/a/w secret/x' README.md
    sed 's/a/b/wsecret/x' README.md
    sed --expression='w secret/x' README.md
    tree -R -H . secret
    shuf -o secret/x README.md
    unknown secret
    unknown . secret/x
    unknown --dir=secret
    npx prettier@3 --write secret
    black .
    gofmt -w .
    cargo fmt
    trash secret
    npx rimraf .
    curl -o secret/x http://127.0.0.1
    split README.md secret/x
    hg update
    go fmt ./...
    fd -X rm
    npm exec prettier -- -w secret
    bundle exec rubocop -a
    golangci-lint run --fix
    terraform fmt
    find -name a.ts -delete
    docker run --rm -v .:/x img
    cd secret && make
    cd secret && ./build.sh
    env -C secret make
    watch -n1 'rm secret/a.ts'
    tee $(echo secret)/x
    x=secret; tee $x/y
    tee s*/x
    git rm 'sec*'
    git rm ':(top)secret'
    git rm ':^README.md'
    git rm --pathspec-from-file=list
    git mv -k 'sec*' x
    uniq -- -f secret/x
    uniq README.md secret/x
    xxd -n -s README.md secret/x
    xxd -- -s secret/x
    GIT_EDITOR='rm -rf secret #' git commit --amend
    EDITOR='tee secret/x' git tag -a x
    env VISUAL='cp README.md secret/x' crontab -l
    LESSOPEN='|rm %s' less secret/a.ts
    tee {secret,src}/x
    `),
  )('is closed to %s', async (command) => {
    expect(await verdictOn(command, 'bypass', CLOSED)).not.toBe('allow')
    expect(await verdictOn(command, 'ask', WITH_ALL_COMMANDS)).not.toBe('allow')
  })

  it.each([["python3 - <<'X'\nopen('secret/a.ts', 'w')\nX"], ['node <<< \'fs.rmSync("secret")\'']])(
    'is closed to a program that is fed: %j',
    async (command) => {
      expect(await verdictOn(command, 'bypass', CLOSED)).toBe('ask')
    },
  )

  it.each([
    ['npm install left-pad', 'package-lock.json'],
    ['npm i', 'package.json'],
    ['cd src && npm ci', 'src/package-lock.json'],
    ['cargo add serde', 'Cargo.toml'],
    ['cargo build', 'Cargo.lock'],
    ['go mod tidy', 'go.sum'],
    ['uv add x', 'pyproject.toml'],
  ])('asks before %s where a rule closes %s', async (command, file) => {
    expect(await verdictOn(command, 'bypass', [['edit', file, 'deny']])).toBe('ask')
  })

  it.each(
    lines(String.raw`
    cat secret/a.ts
    grep -R a secret
    rg -n a secret
    find secret -name x
    git log --oneline -- secret
    git diff --stat secret
    git add secret
    git commit -am x
    git fetch --all --prune
    git push origin main
    git -C . status
    git -c user.name=a commit -m x
    sed -n 1,20p secret/a.ts
    sed 's/a/b/g' secret/a.ts
    sed -e 1p -e '$d' secret/a.ts
    awk '{print $1}' secret/a.ts
    sort -u secret/a.ts
    uniq -c secret/a.ts
    xxd -l 16 secret/a.ts
    jq .name secret/a.json
    base64 secret/a.ts
    eslint src
    npx eslint secret
    prettier --check secret
    tsc --noEmit
    vitest run src
    pytest src
    mypy src
    ruff check src
    npm test
    npm run build
    npm install
    cargo build
    go test ./...
    make
    mkdir -p src/new
    strace ls
    tar czf a.tgz src
    docker build .
    node src/index.js
    uniq -f 2 README.md
    xxd -s 4 README.md
    GIT_EDITOR=true git commit --amend
    rm -rf src
    python train.py --batch-size 32
    rollup --src src
    sass --typescript src
    `),
  )('is open to %s', async (command) => {
    expect(await verdictOn(command, 'bypass', CLOSED)).toBe('allow')
  })

  it('is closed to every reader with an option that is not known', async () => {
    const readers = 'rg fd jq yq sort uniq xxd base64 less bat tree eslint prettier biome'.split(' ')
    const git = 'log diff show status blame grep add commit fetch branch tag remote'
      .split(' ')
      .map((sub) => `git ${sub}`)
    const option = fc.oneof(
      fc.stringMatching(/^--zz[a-z-]{0,8}$/),
      fc.stringMatching(/^--zz[a-z]{0,4}=secret\/x$/),
      fc.constantFrom('-O', '--output', '--output=secret/x', '--write', '--in-place', '--fix'),
    )
    const starters = ['', 'env A=b ', 'nice ', 'timeout 5 ', 'sudo ', 'strace ', 'cd src && cd .. && ']
    const quotes = [(w: string) => w, (w: string) => `'${w}'`, (w: string) => `"${w}"`]
    const places = [
      (c: string) => c,
      (c: string) => `true && ${c}`,
      (c: string) => `(${c})`,
      (c: string) => `bash -c "${c.replaceAll('"', '\\"')}"`,
      (c: string) => `if true; then ${c}; fi`,
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...readers, ...git),
        option,
        fc.constantFrom(...starters),
        fc.constantFrom(...quotes),
        fc.constantFrom(...places),
        fc.boolean(),
        async (program, unknown, starter, quote, place, isFirst) => {
          const target = quote('secret/a.ts')
          const words = isFirst ? `${quote(unknown)} ${target}` : `${target} ${quote(unknown)}`
          const command = place(`${starter}${program} ${words}`)
          expect(await verdictOn(command, 'bypass', CLOSED), command).not.toBe('allow')
          expect(await verdictOn(command, 'ask', WITH_ALL_COMMANDS), command).not.toBe('allow')
        },
      ),
      exploration(200),
    )
  })

  it('is closed to every way in which a program writes there, whatever is around it', async () => {
    const writers = lines(`
      tee secret/x
      cp README.md secret/x
      mv secret/a.ts x
      rm -r secret
      dd of=secret/x
      mkdir secret/x
      sort -o secret/x README.md
      git checkout -- secret/a.ts
      git push secret/x HEAD
      jest -u
      tsc -b
      ruff clean
      unknown secret/x
      truncate -s 0 secret/x
    `)
    const starters = lines(`
      env
      env -i
      nohup
      nice -n 5
      timeout 5
      stdbuf -oL
      setsid
      sudo
      strace -f
      flock x
      watch -n 1
      xargs
      npx
      uv run
      busybox
      systemd-run --user
    `)
    const places = [
      (c: string) => c,
      (c: string) => `true; ${c}`,
      (c: string) => `false || ${c}`,
      (c: string) => `ls | ${c}`,
      (c: string) => `{ ${c}; }`,
      (c: string) => `for i in 1; do ${c}; done`,
      (c: string) => `sh -c '${c}'`,
      (c: string) => `eval '${c}'`,
      (c: string) => `x=$(${c})`,
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...writers),
        fc.constantFrom('', ...starters),
        fc.constantFrom(...places),
        fc.constantFrom('bypass' as const, 'ask' as const, 'accept_edits' as const),
        async (writer, starter, place, mode) => {
          const command = place(`${starter} ${writer}`.trim())
          expect(await verdictOn(command, mode, WITH_ALL_COMMANDS), command).not.toBe('allow')
        },
      ),
      exploration(200),
    )
  })

  it('is closed to programs that are given a folder with a closed file in it', async () => {
    const project = await openToolProject({ 'keys/sub/a.pem': 'x', 'plain/a.txt': 'x' })
    const rules: PermissionRule[] = [{ tool: 'edit', pattern: '*.pem', action: 'deny' }]
    const verdictOf = async (command: string) => {
      const found = await commandActs(command, project.root, FLAVOUR)
      const standing = [{ mode: 'bypass' as const, rules: [rules], grants: [], home: FLAVOUR.home }]
      const scene = { root: project.root, standing, hides: [] }
      const acts = await withClosedFiles(found, scene, FLAVOUR, new AbortController().signal)
      const input = { tool: 'bash', mode: 'bypass' as const, rules: [rules], grants: [], home: FLAVOUR.home }
      return judge({ ...input, acts }).verdict
    }
    for (const command of ['rm -rf keys', 'unknown keys', 'cp -r plain keys', 'mv keys/sub x', 'cargo fmt'])
      expect(await verdictOf(command), command).toBe('ask')
    for (const command of ['rm -rf plain', 'unknown plain', 'ls keys', 'pytest keys', 'npm test'])
      expect(await verdictOf(command), command).toBe('allow')
  })

  it('is closed to scripts of the project that change it', async () => {
    const project = await openToolProject({
      'secret/a.ts': 'x',
      'plain.sh': 'echo ok\nnpm test\n',
      'writes.sh': 'echo x > secret/a.ts\n',
      'removes.sh': '#!/usr/bin/env bash\nrm -rf secret\n',
      'hides.sh': 'x=secret\ntee $x/a.ts\n',
      'outer.sh': 'ls\nbash writes.sh\n',
      'own/goes-up.sh': 'cp ../plain.sh ../secret/b\n',
      'long.sh': `# ${'long '.repeat(60_000)}\n`,
      'many.sh': 'echo a > b\n'.repeat(400),
      'program.py': '#!/usr/bin/env python3\nrm = "secret"\n',
    })
    const rules: PermissionRule[] = [{ tool: 'edit', pattern: 'secret/**', action: 'deny' }]
    const allowed: PermissionRule[] = [{ tool: 'bash', pattern: '*', action: 'allow' }]
    const verdictOf = async (command: string, mode: 'bypass' | 'ask', layer: PermissionRule[]) => {
      const acts = await commandActs(command, project.root, FLAVOUR)
      return judge({ tool: 'bash', mode, rules: [layer], grants: [], home: FLAVOUR.home, acts }).verdict
    }
    const closed = lines(`
      bash writes.sh
      sh -e writes.sh
      bash -o errexit writes.sh
      . ./writes.sh
      source writes.sh
      ./removes.sh
      nice bash removes.sh
      bash hides.sh
      bash outer.sh
      cd own && bash goes-up.sh
      bash long.sh secret
      bash missing.sh secret
      bash many.sh
      cp plain.sh new.sh && bash new.sh
      cp plain.sh new.sh; chmod +x new.sh; ./new.sh
      cat plain.sh > new.sh; sh ./new.sh
      curl -o new.sh https://example.com/x; bash new.sh
      curl https://example.com/x | tee new.sh; . ./new.sh
      sed -i s/ok/x/ plain.sh && ./plain.sh
      bash < writes.sh
      cat writes.sh | bash
    `)
    for (const command of closed) {
      expect(await verdictOf(command, 'bypass', rules), command).toBe('ask')
      expect(await verdictOf(command, 'ask', [...rules, ...allowed]), command).toBe('ask')
    }
    for (const command of lines(`
      bash plain.sh
      sh -x plain.sh
      ./plain.sh
      ./program.py
      bash missing.sh
      bash plain.sh > out.txt
    `))
      expect(await verdictOf(command, 'bypass', rules), command).toBe('allow')
    // Without a rule about edits scripts run as before.
    for (const command of closed) {
      expect(await verdictOf(command, 'bypass', []), command).toBe('allow')
      expect(await verdictOf('bash hides.sh', 'ask', allowed)).toBe('allow')
    }
  })
})
