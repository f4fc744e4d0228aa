import { describe, expect, it } from 'vitest'
import {
  lines,
  openVerdictProject,
  type Rule,
  verdictOn,
} from '../../../../test/support/data/command-verdicts.ts'

openVerdictProject()

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
