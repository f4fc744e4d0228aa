/** One command of everyday work. Every one must end well inside the sandbox as it does outside. */
export type Everyday = {
  readonly name: string
  /** The programs it needs; where one is missing, the command is left out by name. */
  readonly needs: readonly string[]
  readonly prepare?: string
  readonly command: string
  /** What it must print. */
  readonly prints?: RegExp
  /** It is plain git, which may note remotes and branches in the settings of its repository. */
  readonly plainGit?: true
  /** It must fail with a sentence instead. */
  readonly refused?: true
}

const ME = 'git -c user.name=a -c user.email=a@b'
const REPOSITORY = `git init -q -b main . && echo a > a && git add a && ${ME} commit -qm first`
const PACKAGE = `printf '{"name":"p","version":"1.0.0","scripts":{"test":"node --test","build":"node -e 1"},"dependencies":{"dep":"file:./dep"}}' > package.json; mkdir -p dep; printf '{"name":"dep","version":"1.0.0","main":"i.js"}' > dep/package.json; echo 'module.exports=42' > dep/i.js`
const GO = `printf 'module p\\n\\ngo 1.19\\n' > go.mod; printf 'package p\\n\\nfunc Add(a, b int) int { return a + b }\\n' > p.go; printf 'package p\\n\\nimport "testing"\\n\\nfunc TestAdd(t *testing.T) {\\n\\tif Add(1, 2) != 3 {\\n\\t\\tt.Fatal()\\n\\t}\\n}\\n' > p_test.go`
const CARGO = `mkdir -p src; printf '[package]\\nname = "p"\\nversion = "0.1.0"\\nedition = "2021"\\n' > Cargo.toml; printf 'pub fn two() -> u8 { 2 }\\n#[test] fn t() { assert_eq!(two(), 2) }\\n' > src/lib.rs`

/** `REGISTRY` is a registry on a port of this machine that the rules open. `TOOLS` holds the programs of this repository. */
export const EVERYDAY: readonly Everyday[] = [
  { name: 'git init', needs: ['git'], command: 'git init -q . && git status', prints: /No commits yet/ },
  {
    name: 'git init again',
    needs: ['git'],
    prepare: REPOSITORY,
    plainGit: true,
    command: 'git init && git status',
    prints: /Reinitialized/,
  },
  {
    name: 'git remote add and push -u',
    needs: ['git'],
    prepare: `${REPOSITORY} && git init -q --bare up.git`,
    plainGit: true,
    command: 'git remote add origin ./up.git && git push -u origin main 2>&1 && git remote -v',
    prints: /set up to track[\s\S]*up\.git/,
  },
  {
    name: 'git switch to a branch of a remote',
    needs: ['git'],
    prepare: `cd "$OUT" && ${REPOSITORY} && git branch work && cd "$PROJECT" && git -c safe.directory="*" clone -q "$OUT" .`,
    plainGit: true,
    command: 'git switch work 2>&1 && git branch -vv',
    prints: /origin\/work/,
  },
  {
    name: 'git submodule add',
    needs: ['git'],
    prepare: `${REPOSITORY} && git init -q lib && (cd lib && ${REPOSITORY}) && printf 'lib\\n' > .gitignore`,
    plainGit: true,
    command:
      'git -c protocol.file.allow=always submodule add ./lib libs/one 2>&1 && git -c protocol.file.allow=always submodule add "$PROJECT/lib" two 2>&1 && git submodule status && cat libs/one/a',
    prints: / libs\/one[\s\S]* two /,
  },
  {
    name: 'git add and commit',
    needs: ['git'],
    prepare: REPOSITORY,
    command: `echo b > b; git add b; ${ME} commit -m second`,
    prints: /second/,
  },
  {
    name: 'git status and diff',
    needs: ['git'],
    prepare: REPOSITORY,
    command: 'echo c >> a; git status --short; git diff',
    prints: /\+c/,
  },
  {
    name: 'git log and blame',
    needs: ['git'],
    prepare: REPOSITORY,
    command: 'git log --oneline; git blame a',
    prints: /first/,
  },
  {
    name: 'git branch and switch',
    needs: ['git'],
    prepare: REPOSITORY,
    command: 'git switch -c work && git branch',
    prints: /\* work/,
  },
  {
    name: 'git merge',
    needs: ['git'],
    prepare: REPOSITORY,
    command: `git switch -qc w; echo w > w; git add w; ${ME} commit -qm w; git switch -q main; ${ME} merge --no-ff -m join w`,
    prints: /w \| 1/,
  },
  {
    name: 'git rebase',
    needs: ['git'],
    prepare: REPOSITORY,
    command: `git switch -qc w; echo w > w; git add w; ${ME} commit -qm w; git switch -q main; echo m > m; git add m; ${ME} commit -qm m; git switch -q w; ${ME} rebase main; git log --format=%s`,
    prints: /w\nm\nfirst/,
  },
  {
    name: 'git stash',
    needs: ['git'],
    prepare: REPOSITORY,
    command: `echo c >> a; ${ME} stash && ${ME} stash pop`,
    prints: /Dropped/,
  },
  {
    name: 'git tag and describe',
    needs: ['git'],
    prepare: REPOSITORY,
    command: `git tag v1 && git describe --tags`,
    prints: /v1/,
  },
  {
    name: 'git cherry-pick',
    needs: ['git'],
    prepare: REPOSITORY,
    command: `git switch -qc w; echo w > w; git add w; ${ME} commit -qm w; git switch -q main; ${ME} cherry-pick w`,
    prints: /w/,
  },
  {
    name: 'git reset and clean',
    needs: ['git'],
    prepare: REPOSITORY,
    command: 'echo x > x; git clean -fd; git reset --hard',
    prints: /Removing x/,
  },
  {
    name: 'git worktree in the project',
    needs: ['git'],
    prepare: REPOSITORY,
    command: 'git worktree add -q wt -b wt && git -C wt status',
    prints: /On branch wt/,
  },
  {
    name: 'git commit in a linked worktree',
    needs: ['git'],
    prepare: `cd "$OUT" && ${REPOSITORY} && rmdir "$PROJECT" && git worktree add -q "$PROJECT" -b work`,
    command: `echo b > b; git add b; ${ME} commit -m second`,
    prints: /second/,
  },
  {
    name: 'git commit in a folder of a repository',
    needs: ['git'],
    prepare: REPOSITORY,
    command: `mkdir s; cd s; echo b > b; git add b; ${ME} commit -m second`,
    prints: /second/,
  },
  {
    name: 'git clone of a local repository',
    needs: ['git'],
    prepare: `cd "$OUT" && ${REPOSITORY}`,
    command: 'git -c safe.directory="*" clone -q "$OUT" copy && git -C copy log --oneline',
    prints: /first/,
  },
  { name: 'git gc', needs: ['git'], prepare: REPOSITORY, command: 'git gc --quiet && git fsck', prints: /^/ },
  { name: 'node', needs: ['node'], command: 'node -e "console.log(6*7)"', prints: /42/ },
  {
    name: 'npm install of a folder',
    needs: ['npm'],
    prepare: PACKAGE,
    command: 'npm install --offline --no-audit --no-fund && node -p "require(\'dep\')"',
    prints: /42/,
  },
  {
    name: 'npm ci',
    needs: ['npm'],
    prepare: `${PACKAGE}; npm install --offline --no-audit --no-fund; rm -rf node_modules`,
    command: 'npm ci --offline --no-audit --no-fund && node -p "require(\'dep\')"',
    prints: /42/,
  },
  {
    name: 'npm test',
    needs: ['npm'],
    prepare: `${PACKAGE}; echo "require('node:test')('t',()=>{})" > a.test.js`,
    command: 'npm test',
    prints: /pass 1/,
  },
  {
    name: 'npm view from a registry',
    needs: ['npm'],
    command: 'npm view left version --registry "$REGISTRY"',
    prints: /1\.2\.3/,
  },
  {
    name: 'a server and a client on one port',
    needs: ['node', 'curl'],
    command: `node -e 'require("http").createServer((q,a)=>a.end("served")).listen(8123)' & for i in $(seq 50); do curl -s localhost:8123 && break; sleep 0.1; done; kill %1`,
    prints: /served/,
  },
  {
    name: 'tsc',
    needs: ['node'],
    command:
      'echo "const a: number = 1; export { a }" > a.ts; node "$TOOLS/typescript/bin/tsc" --noEmit --strict --lib es2022 a.ts && echo checked',
    prints: /checked/,
  },
  {
    name: 'vitest',
    needs: ['node'],
    prepare: `ln -s "$TOOLS" node_modules; echo '{"type":"module"}' > package.json`,
    command: `echo "import { it } from 'vitest'; it('t', () => {})" > a.test.js; VITE_CACHE=/tmp node node_modules/vitest/vitest.mjs run --cache=false --root .`,
    prints: /1 passed/,
  },
  { name: 'python', needs: ['python3'], command: 'python3 -c "print(6*7)"', prints: /42/ },
  {
    name: 'python with processes',
    needs: ['python3'],
    command: 'python3 -c "import multiprocessing as m; print(m.Pool(2).map(abs,[-4,-2]))"',
    prints: /\[4, 2\]/,
  },
  {
    name: 'pip install in a virtual environment',
    needs: ['python3'],
    prepare:
      'mkdir pkg; printf "[project]\\nname=\\"pkg\\"\\nversion=\\"1\\"\\n" > pkg/pyproject.toml; echo "v=42" > pkg/pkg.py',
    command:
      '/usr/bin/python3 -m venv v && v/bin/pip install -q --disable-pip-version-check --no-index --find-links "$WHEELS" demo_wheel && v/bin/python -c "import demo_wheel; print(demo_wheel.v)"',
    prints: /42/,
  },
  {
    name: 'make',
    needs: ['make'],
    command: "printf 'all:\\n\\t@echo made\\n' > Makefile; make",
    prints: /made/,
  },
  {
    name: 'a C compiler',
    needs: ['gcc'],
    command: "printf 'int main(){return 0;}' > a.c; gcc a.c -o a && ./a && echo built",
    prints: /built/,
  },
  {
    name: 'go build and test',
    needs: ['go'],
    prepare: GO,
    command: 'go vet ./... && go test ./...',
    prints: /ok\s+p/,
  },
  {
    name: 'cargo build',
    needs: ['cargo'],
    prepare: CARGO,
    command: 'cargo build --offline 2>&1',
    prints: /Finished/,
  },
  {
    name: 'cargo test',
    needs: ['cargo'],
    prepare: CARGO,
    command: 'cargo test --offline 2>&1',
    prints: /test result: ok/,
  },
  {
    name: 'sqlite3',
    needs: ['sqlite3'],
    command: 'sqlite3 d.db "create table t(a); insert into t values(42); select a from t"',
    prints: /42/,
  },
  {
    name: 'find, grep, sed, awk, sort',
    needs: ['awk'],
    command: `printf 'b 2\\na 1\\n' > f; find . -name f | xargs grep a; sed -i s/b/c/ f; sort f | awk '{s+=$2} END {print s}'`,
    prints: /3/,
  },
  {
    name: 'tar and gzip',
    needs: ['tar', 'gzip'],
    command: 'echo x > f; tar czf f.tgz f; rm f; tar xzf f.tgz; cat f',
    prints: /x/,
  },
  {
    name: 'zip',
    needs: ['zip', 'unzip'],
    command: 'echo x > f; zip -q f.zip f; rm f; unzip -q f.zip; cat f',
    prints: /x/,
  },
  { name: 'jq', needs: ['jq'], command: `echo '{"a":42}' | jq .a`, prints: /42/ },
  { name: 'perl', needs: ['perl'], command: "perl -e 'print 6*7'", prints: /42/ },
  {
    name: 'files in the temporary folder',
    needs: [],
    command: 'f=$(mktemp); echo x > "$f"; cat "$f"; echo y > "/tmp/y$$"; cat "/tmp/y$$"',
    prints: /x\ny/,
  },
  {
    name: 'background jobs and wait',
    needs: [],
    command: '(sleep 0.2; echo late) & wait; echo after',
    prints: /late\nafter/,
  },
  {
    name: 'a script with a shebang',
    needs: [],
    command: "printf '#!/bin/sh\\necho ran\\n' > s; chmod +x s; ./s",
    prints: /ran/,
  },
  { name: 'curl of an open port', needs: ['curl'], command: 'curl -s "$REGISTRY/left"', prints: /1\.2\.3/ },
  {
    name: 'cmake',
    needs: ['cmake', 'gcc'],
    command:
      "printf 'cmake_minimum_required(VERSION 3.10)\\nproject(p C)\\nadd_executable(a a.c)\\n' > CMakeLists.txt; printf 'int main(){return 0;}' > a.c; cmake -S . -B b >/dev/null && cmake --build b",
    prints: /Built target a/,
  },
  {
    name: 'the docker client',
    needs: ['docker'],
    command: 'docker ps',
    prints: /daemon|permission denied|connect/i,
    refused: true,
  },
]
