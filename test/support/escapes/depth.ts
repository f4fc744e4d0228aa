import { COMMIT, type Escape, HOOK, hook, REPOSITORY, write } from './escape.ts'

const MANY = 'mkdir $(seq -f d%.0f 4100)'
const DEEP = 'a/b/c/d/e/f/g/h/i/j/k/l/m/n/o'
const FSMONITOR = 'config core.fsmonitor "echo ESCAPED > $OUT/ran; false"'
const STATUS = 'git status >/dev/null 2>&1; cat "$OUT/ran" 2>/dev/null'

/** Steering from places that are hard to search: deep, among many folders, in folders of builds, behind rights. */
export const DEPTH: readonly Escape[] = [
  {
    name: 'a hook in a new repository among more than 4,000 folders',
    command: `${MANY}; git init -q sub; ${hook('sub/.git/hooks')}`,
    after: `cd sub; ${COMMIT}`,
  },
  {
    name: 'a hook in an old repository among more than 4,000 folders',
    prepare: `${MANY}; git init -q d4000/sub`,
    command: hook('d4000/sub/.git/hooks'),
    after: `cd d4000/sub; ${COMMIT}`,
  },
  {
    name: 'the servers of a folder among more than 4,000',
    prepare: MANY,
    command: write('d7/.mcp.json'),
    after: 'cat d7/.mcp.json',
  },
  {
    name: 'a hook 16 folders deep',
    command: `mkdir -p ${DEEP}; git init -q ${DEEP}; ${hook(`${DEEP}/.git/hooks`)}`,
    after: `cd ${DEEP}; ${COMMIT}`,
  },
  {
    name: 'a hook in an old repository 16 folders deep',
    prepare: `mkdir -p ${DEEP}; git init -q ${DEEP}`,
    command: hook(`${DEEP}/.git/hooks`),
    after: `cd ${DEEP}; ${COMMIT}`,
  },
  {
    name: 'a hook in a new repository of a build folder',
    command: `git init -q target/x; ${hook('target/x/.git/hooks')}`,
    after: `cd target/x; ${COMMIT}`,
  },
  {
    name: 'a hook in an old repository of a build folder',
    prepare: 'git init -q target/x',
    command: hook('target/x/.git/hooks'),
    after: `cd target/x; ${COMMIT}`,
  },
  {
    name: 'a hook whose text changes in a build folder',
    prepare: `git init -q target/x; cd target/x/.git/hooks; printf '#!/bin/sh\\n' > pre-commit; chmod +x pre-commit; sleep 0.1`,
    command: 'echo "echo ESCAPED > \\"$OUT/ran\\"" >> target/x/.git/hooks/pre-commit',
    after: `cd target/x; ${COMMIT}`,
  },
  {
    name: 'settings in an old repository of a build folder',
    prepare: 'git init -q target/x',
    command: `git -C target/x ${FSMONITOR}`,
    after: `cd target/x; ${STATUS}`,
  },
  {
    name: 'the rules of another app in a folder of packages',
    prepare: 'mkdir -p node_modules/x/.claude; echo old > node_modules/x/.claude/settings.json; sleep 0.1',
    command: write('node_modules/x/.claude/settings.json'),
    after: 'cat node_modules/x/.claude/settings.json',
  },
  {
    name: 'the servers of a folder of packages',
    prepare: 'mkdir -p node_modules/x',
    command: write('node_modules/x/.mcp.json'),
    after: 'cat node_modules/x/.mcp.json',
  },
  {
    name: 'a folder of hooks that old settings in a build folder name',
    prepare:
      'git init -q target/x; git -C target/x config core.hooksPath mine; mkdir target/x/mine; sleep 0.1',
    command: hook('target/x/mine'),
    after: `cd target/x; ${COMMIT}`,
  },
  {
    name: 'the tasks of an editor in a folder of the project',
    command: `mkdir -p sub/.vscode; ${write('sub/.vscode/tasks.json')}`,
    after: 'cat sub/.vscode/tasks.json',
  },
  {
    name: 'old tasks of an editor in a folder of the project',
    prepare: 'mkdir -p sub/.vscode; echo old > sub/.vscode/tasks.json',
    command: write('sub/.vscode/tasks.json'),
    after: 'cat sub/.vscode/tasks.json',
  },
  {
    name: 'the servers of an editor in a folder of the project',
    command: `mkdir -p sub/.cursor; ${write('sub/.cursor/mcp.json')}`,
    after: 'cat sub/.cursor/mcp.json',
  },
  {
    name: 'the servers of another agent',
    command: `mkdir .codex .gemini; ${write('.codex/config.toml')}; ${write('.gemini/settings.json')}`,
    after: 'cat .codex/config.toml .gemini/settings.json',
  },
  {
    name: 'a repository whose commits are elsewhere',
    command: `git init -q --bare common; git -C common config alias.next '!echo ESCAPED > "$OUT/ran"'; mkdir x; mv common/HEAD x/HEAD; echo ../common > x/commondir`,
    after: 'cd x; git next 2>/dev/null; cat "$OUT/ran"',
  },
  {
    name: 'a new shared folder for the repository around',
    prepare: `cd "$OUT" && ${REPOSITORY} && rmdir "$PROJECT" && git worktree add -q "$PROJECT" -b work`,
    command: `mkdir evil; cp -r "$OUT/.git/." evil/; ${hook('evil/hooks')}; echo "$PROJECT/evil" > "$OUT/.git/commondir"`,
    after: `cd "$OUT"; ${COMMIT}`,
  },
  {
    name: 'a folder that cannot be changed',
    command: `git init -q sub; ${hook('sub/.git/hooks')}; chmod 555 sub sub/.git`,
    after: `chmod 755 sub sub/.git; cd sub; ${COMMIT}`,
  },
  {
    name: 'a folder that cannot be listed',
    command: `git init -q sub/x; ${hook('sub/x/.git/hooks')}; chmod 311 sub`,
    after: `cd sub/x; ${COMMIT}`,
  },
  {
    name: 'hooks that cannot be listed',
    command: `git init -q sub; ${hook('sub/.git/hooks')}; chmod 311 sub/.git/hooks`,
    after: `cd sub; ${COMMIT}`,
  },
  {
    name: 'a folder whose name is no text',
    command: `d=$(printf 'x\\377'); git init -q "$d"; ${hook('"$d/.git/hooks"')}`,
    after: `cd $(printf 'x\\377'); ${COMMIT}`,
  },
  {
    name: 'rules of an app in a folder whose name is no text',
    command: `d=$(printf 'x\\377'); mkdir -p "$d/.claude"; ${write('"$d/.claude/settings.json"')}`,
    after: `cat $(printf 'x\\377')/.claude/settings.json`,
  },
  {
    name: 'settings that are too large to read',
    command: `git init -q sub; ${hook('sub/.git/hooks')}; truncate -s 3G sub/.git/config`,
    after: `cd sub; printf '[core]\\n' > .git/config; ${COMMIT}`,
  },
  {
    name: 'a pipe in the place of settings',
    command: `git init -q sub; ${hook('sub/.git/hooks')}; rm sub/.git/config; mkfifo sub/.git/config; mkdir -p y; git init -q y; rm y/.git/config; mkfifo y/.git/config`,
    after: `cd sub; rm -f .git/config; ${COMMIT}`,
  },
  {
    name: 'a hook behind more than 4,000 branches',
    prepare: `${REPOSITORY}; : > "$OUT/f"`,
    command: `h=$(git rev-parse HEAD); for n in $(seq 4100); do echo $h > .git/refs/heads/b$n; done; mkdir "$OUT/n" 2>/dev/null; rm -f .git/logs/HEAD; ln -s "$OUT/f" .git/logs/HEAD`,
    after: 'git -c user.name=a -c user.email=a@b commit -q --allow-empty -m ESCAPED; cat "$OUT/f"',
  },
  {
    name: 'a module among more than 4,000',
    prepare: `${REPOSITORY}; git init -q sub; mkdir -p .git/modules; mv sub/.git .git/modules/sub; rm -rf .git/modules/sub/hooks; printf 'gitdir: ../.git/modules/sub\\n' > sub/.git`,
    command: `cd .git/modules; mkdir $(seq -f a%.0f 4100); for n in $(seq -f a%.0f 4100); do : > $n/config; done; cd ../..; ${hook('.git/modules/sub/hooks')}`,
    after: `cd sub; ${COMMIT}`,
  },
  {
    name: 'a git folder with capital letters',
    command: `git init -q sub; ${HOOK} > watch; chmod +x watch; mv sub/.git sub/.GIT; ${hook('sub/.GIT/hooks')}`,
    after: `mv sub/.GIT sub/.git; cd sub; ${COMMIT}`,
  },
  {
    name: 'a hook with an old date',
    command: `git init -q target/x; ${hook('target/x/.git/hooks')}; touch -d 2001-01-01 target/x/.git/hooks/pre-commit target/x/.git/hooks target/x/.git`,
    after: `cd target/x; ${COMMIT}`,
  },
  {
    name: 'a repository that moves into a build folder',
    command: `git init -q sub; ${hook('sub/.git/hooks')}; mkdir target; mv sub target/sub`,
    after: `cd target/sub; ${COMMIT}`,
  },
  {
    name: 'two commands and a repository in target',
    command: `git init -q --bare target/x; cd target/x; git ${FSMONITOR}; git config core.bare false; git config core.worktree "$PWD"; mv HEAD later`,
    second: 'mv target/x/later target/x/HEAD',
    after: `cd target/x; ${STATUS}`,
  },
  {
    name: 'two commands and a git folder in packages',
    command: `git init -q node_modules/x; cd node_modules/x; ${hook('.git/hooks')}; mv .git kept; mv kept/HEAD kept/later`,
    second: 'cd node_modules/x; mv kept/later kept/HEAD; mv kept .git',
    after: `cd node_modules/x; ${COMMIT}`,
  },
  {
    name: 'two commands and commits elsewhere',
    command: `mkdir -p target/x; git init -q --bare target/common; git -C target/common config alias.next '!echo ESCAPED > "$OUT/ran"'; mv target/common/HEAD target/x/later; echo ../common > target/x/commondir`,
    second: 'mv target/x/later target/x/HEAD',
    after: 'cd target/x; git next 2>/dev/null; cat "$OUT/ran"',
  },
]
