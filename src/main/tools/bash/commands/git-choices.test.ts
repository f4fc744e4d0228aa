import { describe, expect, it } from 'vitest'
import { openToolProject } from '../../../../../test/support/rigs/tool-project.ts'
import { judge } from '../../permission/judge.ts'

const FILES = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/config': '[core]\n\tbare = false\n',
  'evil/.git/HEAD': 'ref: refs/heads/main\n',
  'evil/.git/config': '[core]\n\tfsmonitor = touch x\n',
  'good/.git/HEAD': 'ref: refs/heads/main\n',
  'good/.git/config': '[core]\n\tbare = false\n',
  settings: '[core]\n\tfsmonitor = touch x\n',
}

async function inFullAccess(command: string): Promise<string> {
  const project = await openToolProject(FILES)
  const { acts } = await project.plan('bash', { command })
  return judge({ tool: 'bash', mode: 'bypass', rules: [], grants: [], acts, home: '/h' }).verdict
}

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

describe.skipIf(process.platform === 'win32')('git that is led to a repository', () => {
  it.each(
    lines(String.raw`
    GIT_DIR=evil/.git git status
    GIT_DIR="evil/.git" git status
    GIT_DIR=evil/.git GIT_WORK_TREE=. git diff
    GIT_WORK_TREE=evil git status
    GIT_COMMON_DIR=evil/.git git log
    env GIT_DIR=evil/.git git status
    env -i PATH=/usr/bin GIT_DIR=evil/.git git status
    env -S 'GIT_DIR=evil/.git git status'
    env -S'GIT_DIR=evil/.git git status'
    env -vS 'GIT_DIR=evil/.git git status'
    env --split-string='GIT_DIR=evil/.git git status'
    nice env GIT_DIR=evil/.git git status
    sudo GIT_DIR=evil/.git git status
    timeout 5 env GIT_DIR=evil/.git git status
    bash -c 'GIT_DIR=evil/.git git status'
    bash -c 'export GIT_DIR=evil/.git; git status'
    export GIT_DIR=evil/.git; git status
    export GIT_DIR=evil/.git && git status
    declare -x GIT_DIR=evil/.git; git status
    typeset -x GIT_DIR=evil/.git; git status
    GIT_DIR=evil/.git; export GIT_DIR; git status
    printf -v GIT_DIR evil/.git; export GIT_DIR; git status
    read GIT_DIR < settings; git status
    for GIT_DIR in evil/.git; do export GIT_DIR; git status; done
    x=evil/.git; GIT_DIR=$x git status
    GIT_DIR=$(echo evil/.git) git status
    GIT_CONFIG_GLOBAL=settings git status
    GIT_CONFIG_SYSTEM=settings git status
    GIT_CONFIG=settings git status
    GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.fsmonitor GIT_CONFIG_VALUE_0=./x git status
    GIT_CONFIG_PARAMETERS="'core.fsmonitor=./x'" git status
    GIT_TEMPLATE_DIR=evil git checkout -b x
    GIT_EXEC_PATH=evil git status
    git --exec-path=evil status
    git --git-dir=evil/.git status
    git --git-dir evil/.git status
    git --work-tree=evil --git-dir=evil/.git status
    git --no-pager --git-dir=evil/.git status
    git -p --git-dir evil/.git status
    git -c color.ui=false -C evil status
    git -C good -C ../evil status
    git -C good --git-dir=../evil/.git status
    git -C "$PWD/evil" status
    git -C $(echo evil) status
    git -c include.path=../settings status
    git -c Include.Path=../settings status
    git -c includeIf.gitdir:/.path=../settings status
    git -c core.hooksPath=evil status
    git -c core.worktree=evil status
    git --config-env=include.path=HOME status
    git --config-env include.path=HOME status
    /usr/bin/git -C evil status
    find . -maxdepth 0 -exec git -C evil status ;
    find . -name .git -execdir git status \;
    find evil -maxdepth 0 -exec git -C {} status \;
    echo evil | xargs -I{} git -C {} status
    parallel git -C {} status ::: evil
    someprogram git -C evil status
    watch git -C evil status
    cd evil && GIT_WORK_TREE=. git status
    cd "$x" && git status
    cd $(echo evil) && git status
    cd ev* && git status
    cd ev?l; git add .
    cd - && git status
    x=evil; (cd "$x" && git status)
    for d in evil good; do (cd "$d" && git status); done
    while read d; do cd "$d"; git status; done < settings
    bash -c 'cd "$0" && git status' evil
    builtin cd evil && git status
    command cd evil && git status
    pushd evil && git status
    pushd "$x" && git status
    eval "cd evil" && git status
    CDPATH=good:evil; cd ../x; git status
    export CDPATH=evil && cd sub && git status
    HOME=evil git status
    XDG_CONFIG_HOME=evil git status
    export HOME="$PWD/evil"; git status
    (GIT_DIR=evil/.git git status)
    { GIT_DIR=evil/.git git status; }
    if true; then GIT_DIR=evil/.git git status; fi
    f() { git "$@"; }; GIT_DIR=evil/.git f status
    alias g=git; GIT_DIR=evil/.git g status
    GIT_DIR=evil/.git git status |& cat
    coproc GIT_DIR=evil/.git git status
    GIT_DIR=evil/.git git status <<< x
    cat <(GIT_DIR=evil/.git git status)
    echo "$(GIT_DIR=evil/.git git status)"
    `),
  )('asks in full access: %s', async (command) => {
    expect(await inFullAccess(command)).toBe('ask')
  })

  it.each(
    lines(String.raw`
    git status
    git -C good status
    GIT_DIR=good/.git git status
    GIT_DIR=good/.git GIT_WORK_TREE=good git status
    git -C good --no-pager status
    GIT_EDITOR=true git commit
    GIT_PAGER=cat git log
    GIT_AUTHOR_DATE=2026-01-01 git commit -m x
    GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 git log
    git -c user.name=a -c user.email=b commit -m x
    grep GIT_DIR src; git status
    export FOO=1; git status
    GIT_DIR=evil/.git ls
    cd "$HOME" && ls
    cat "$HOME/x"; git status
    pushd good && git status; popd
    (cd good && git status)
    cd "$x" && npm test
    `),
  )('does not ask in full access: %s', async (command) => {
    expect(await inFullAccess(command)).toBe('allow')
  })
})
