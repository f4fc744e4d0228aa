import { COMMIT, type Escape, HOOK, hook, REPOSITORY, SHOW, write } from './escape.ts'

/** Files from which editors and agents start programs. */
const EDITORS =
  `.devcontainer.json .zed/tasks.json .exrc .nvim.lua .nvimrc .dir-locals.el .opencode/a opencode.json .aider.conf.yml .windsurf/a .kiro/a .qwen/a .roo/a
  .helix/languages.toml .fleet/run.json .run/a.run.xml .vs/tasks.vs.json .nova/a .theia/tasks.json .vim/coc-settings.json
  .vimrc .lvimrc .vimspector.json .lazy.lua .dir-locals-2.el .amazonq/mcp.json .augment/a .continue/a .crush.json crush.json
  .factory/mcp.json .junie/mcp/mcp.json .kilo/a .kilocode/mcp.json kilo.json kilo.jsonc opencode.jsonc .pi/a .trae/a`.replace(
    /\s+/g,
    ' ',
  )

/** Settings whose value git runs or asks a program for, of the version here and newer ones. */
const LOUD =
  `core.sshCommand core.gitProxy core.alternateRefsCommand core.editor core.pager core.askPass sequence.editor
  pager.log interactive.diffFilter credential.helper credential.https://x.helper filter.x.clean filter.x.smudge
  filter.x.process diff.external diff.x.command diff.x.textconv merge.x.driver mergetool.x.cmd difftool.x.cmd gpg.program
  gpg.ssh.program gpg.ssh.defaultKeyCommand remote.x.vcs remote.x.uploadpack remote.x.receivepack trailer.x.command
  trailer.x.cmd submodule.x.update man.x.cmd browser.x.cmd web.browser instaweb.httpd guitool.x.cmd sendemail.smtpServer
  uploadpack.packObjectsHook init.templateDir include.path includeIf.gitdir:/.path url.ext::x.insteadOf
  core.fsmonitor core.hooksPath tar.x.command imap.tunnel gc.recentObjectsHook
  branch.x.mergeOptions pull.twohead pull.octopus fetch.bundleURI`.replace(/\s+/g, ' ')

/** Making git or another program run something later. */
export const STEERING: readonly Escape[] = [
  { name: 'a hook', prepare: REPOSITORY, command: hook('.git/hooks'), after: COMMIT },
  {
    name: 'a hook in an absent folder',
    prepare: `${REPOSITORY}; rm -rf .git/hooks`,
    command: hook('.git/hooks'),
    after: COMMIT,
  },
  { name: 'a hook in a new repository', command: `git init -q .; ${hook('.git/hooks')}`, after: COMMIT },
  {
    name: 'a hook in a new repository inside',
    command: `git init -q sub; ${hook('sub/.git/hooks')}`,
    after: `cd sub; ${COMMIT}`,
  },
  {
    name: 'a hook in a repository inside',
    prepare: 'git init -q sub',
    command: hook('sub/.git/hooks'),
    after: `cd sub; ${COMMIT}`,
  },
  {
    name: 'a hook in a git folder that takes the place of the old one',
    prepare: REPOSITORY,
    command: `mv .git old; cp -r old .git; ${hook('.git/hooks')}`,
    after: COMMIT,
  },
  {
    name: 'a hook after the folder around was renamed',
    prepare: 'git init -q sub',
    command: `mv sub other; git init -q sub; ${hook('sub/.git/hooks')}`,
    after: `cd sub; ${COMMIT}`,
  },
  {
    name: 'core.fsmonitor',
    prepare: `${REPOSITORY}; ${HOOK} > watch; chmod +x watch`,
    command: 'git config core.fsmonitor ./watch',
    after: COMMIT,
  },
  {
    name: 'core.fsmonitor in a new repository',
    prepare: `${HOOK} > watch; chmod +x watch`,
    command: 'git init -q .; git config core.fsmonitor ./watch',
    after: COMMIT,
  },
  {
    name: 'core.hooksPath',
    prepare: REPOSITORY,
    command: `${hook('mine')}; git config core.hooksPath mine`,
    after: COMMIT,
  },
  {
    name: 'the folder that core.hooksPath names',
    prepare: `${REPOSITORY}; mkdir mine; git config core.hooksPath mine`,
    command: hook('mine'),
    after: COMMIT,
  },
  {
    name: 'the settings that others include',
    prepare: `${REPOSITORY}; ${HOOK} > watch; chmod +x watch; : > more; git config include.path ../more`,
    command: "printf '[core]\\nfsmonitor = ./watch\\n' > more",
    after: COMMIT,
  },
  {
    name: 'the settings of one worktree',
    prepare: `${REPOSITORY}; git config extensions.worktreeConfig true; : > .git/config.worktree; ${HOOK} > watch; chmod +x watch`,
    command: 'git config --worktree core.fsmonitor ./watch',
    after: COMMIT,
  },
  {
    name: 'an alias',
    prepare: REPOSITORY,
    command: `git config alias.next '!echo ESCAPED > "$OUT/ran"'`,
    after: 'git next; cat "$OUT/ran"',
  },
  {
    name: 'a hook in the shared folder of a worktree',
    prepare: `cd "$OUT" && ${REPOSITORY} && rmdir "$PROJECT" && git worktree add -q "$PROJECT" -b work`,
    command: hook('"$OUT/.git/hooks"'),
    after: COMMIT,
  },
  {
    name: 'the pointer of a worktree',
    prepare: `cd "$OUT" && ${REPOSITORY} && rmdir "$PROJECT" && git worktree add -q "$PROJECT" -b work`,
    command: `git init -q --bare mine; ${hook('mine/hooks')}; cp -r "$OUT/.git/." mine/; ${hook('mine/hooks')}; git -C mine config core.bare false; echo "gitdir: mine" > .git`,
    after: COMMIT,
  },
  {
    name: 'a link in place of the git folder',
    command: `git init -q mine; ${hook('mine/.git/hooks')}; mv mine/.git kept; ln -s kept .git`,
    after: COMMIT,
  },
  {
    name: 'the rules of the app, absent',
    command: `mkdir .orrery; ${write('.orrery/config.toml')}`,
    after: 'cat .orrery/config.toml',
  },
  {
    name: 'the rules of the app',
    prepare: 'mkdir .orrery; echo old > .orrery/config.toml',
    command: write('.orrery/config.toml'),
    after: 'cat .orrery/config.toml',
  },
  {
    name: 'the rules of another app',
    command: `mkdir .claude; ${write('.claude/settings.json')}`,
    after: 'cat .claude/settings.json',
  },
  { name: 'the servers of a project', command: write('.mcp.json'), after: 'cat .mcp.json' },
  {
    name: 'the tasks of an editor',
    command: `mkdir .vscode; ${write('.vscode/tasks.json')}`,
    after: 'cat .vscode/tasks.json',
  },
  {
    name: 'the tasks of an editor, in a folder that takes the place of the old one',
    prepare: 'mkdir .vscode; echo old > .vscode/tasks.json',
    command: `mv .vscode old; mkdir .vscode; ${write('.vscode/tasks.json')}`,
    after: 'cat .vscode/tasks.json',
  },
  { name: 'the environment of a folder', command: write('.envrc'), after: 'cat .envrc' },
  {
    name: 'a shared folder that the git folder did not name before',
    prepare: REPOSITORY,
    command: `mkdir evil && cp -r .git/. evil/ && ${hook('evil/hooks')} && echo ../evil > .git/commondir`,
    after: COMMIT,
  },
  {
    name: 'core.fsmonitor in a shared folder that was not there before',
    prepare: REPOSITORY,
    command:
      'mkdir evil && cp -r .git/. evil/ && git config -f evil/config core.fsmonitor "echo ESCAPED > $OUT/ran; false" && echo ../evil > .git/commondir',
    after: COMMIT,
  },
  {
    name: 'a link in place of the list of commits',
    prepare: REPOSITORY,
    command: `mkdir evil && cp -r .git/. evil/ && ${hook('evil/hooks')} && rm -rf .git/refs .git/HEAD; printf 'gitdir: evil\n' > .git/HEAD; mv .git old; printf 'gitdir: evil\n' > .git`,
    after: COMMIT,
  },
  {
    name: 'settings through the file option',
    prepare: REPOSITORY,
    command:
      'git config --file .git/config core.hooksPath evil; GIT_CONFIG=.git/config git config core.fsmonitor "echo ESCAPED > $OUT/ran; false"',
    after: COMMIT,
  },
  {
    name: 'settings by a lock file that is renamed',
    prepare: REPOSITORY,
    command:
      'cp .git/config .git/config.lock; git config -f .git/config.lock core.fsmonitor "echo ESCAPED > $OUT/ran; false"; mv -f .git/config.lock .git/config',
    after: COMMIT,
  },
  {
    name: 'settings in a module of the git folder',
    prepare: `${REPOSITORY}; git init -q sub; git -C sub -c user.name=a -c user.email=a@b commit -q --allow-empty -m x; mkdir -p .git/modules; mv sub/.git .git/modules/sub; printf 'gitdir: ../.git/modules/sub\n' > sub/.git`,
    command: 'git config -f .git/modules/sub/config core.fsmonitor "echo ESCAPED > $OUT/ran; false"',
    after: 'git -C sub status >/dev/null 2>&1; cat "$OUT/ran"',
  },
  {
    name: 'a hook in a module of the git folder',
    prepare: `${REPOSITORY}; git init -q sub; mkdir -p .git/modules; mv sub/.git .git/modules/sub; rm -rf .git/modules/sub/hooks; printf 'gitdir: ../.git/modules/sub\n' > sub/.git`,
    command: hook('.git/modules/sub/hooks'),
    after: `cd sub; ${COMMIT}`,
  },
  {
    name: 'a hook in a module with a long name that is not checked out',
    prepare: `${REPOSITORY}; git init -q sub; mkdir -p .git/modules/libs .git/modules/libs/info; mv sub/.git .git/modules/libs/sub; git init -q --bare .git/modules/libs/info/two; rm -rf sub`,
    command: `${hook('.git/modules/libs/sub/hooks')}; ${hook('.git/modules/libs/info/two/hooks')}`,
    after: `for m in sub info/two; do mkdir -p s/$m; echo "gitdir: $PWD/.git/modules/libs/$m" > s/$m/.git; git -C s/$m config core.bare false; (cd s/$m; ${COMMIT}); done`,
  },
  {
    name: 'the settings of other editors and agents',
    command: `for f in ${EDITORS}; do mkdir -p "$(dirname "$f")"; ${write('"$f"')}; done 2>/dev/null`,
    after: `cat ${EDITORS}`,
  },
  {
    name: 'a repository deep in the project',
    command: `mkdir -p a/b/c/d/e/f/g && cd a/b/c/d/e/f/g && git init -q . && ${hook('.git/hooks')}`,
    after: `cd a/b/c/d/e/f/g; ${COMMIT}`,
  },
  {
    name: 'a bare repository that git finds',
    command:
      'git init -q --bare bare && git -C bare config core.fsmonitor "echo ESCAPED > $OUT/ran; false" && git -C bare config core.bare false && git -C bare config core.worktree "$PWD/bare"',
    after: 'cd bare; git status >/dev/null 2>&1; cat "$OUT/ran"',
  },
  {
    name: 'a link in place of the log of commits',
    prepare: `${REPOSITORY}; : > "$OUT/f"`,
    command: `git branch '$(ESCAPED)'; rm -f .git/logs/HEAD; ln -s "$OUT/f" .git/logs/HEAD`,
    after: `git checkout -q '$(ESCAPED)'; ${SHOW}`,
  },
  {
    name: 'a link in place of the message of a commit',
    prepare: `${REPOSITORY}; : > "$OUT/f"`,
    command: 'rm -f .git/COMMIT_EDITMSG; ln -s "$OUT/f" .git/COMMIT_EDITMSG',
    after: `git -c user.name=a -c user.email=a@b commit -q --allow-empty -m ESCAPED; ${SHOW}`,
  },
  {
    name: 'a link in place of what was fetched',
    prepare: `${REPOSITORY}; echo kept > "$OUT/f"`,
    command: 'rm -f .git/FETCH_HEAD; ln -s "$OUT/f" .git/FETCH_HEAD',
    after: 'git fetch -q . main; grep -q kept "$OUT/f" || echo ESCAPED',
  },
  {
    name: 'a link among the branches',
    prepare: `${REPOSITORY}; mkdir "$OUT/names"`,
    command: 'ln -s "$OUT/names" .git/refs/heads/x',
    after: 'git branch x/ESCAPED; ls "$OUT/names"',
  },
  {
    name: 'the steps of a rebase that stopped',
    prepare: `${REPOSITORY}; git -c user.name=a -c user.email=a@b commit -q --allow-empty -m two; GIT_SEQUENCE_EDITOR="sed -i '1i break'" git rebase -q -i HEAD~1`,
    command: `echo 'exec echo ESCAPED > "$OUT/ran"' > .git/rebase-merge/git-rebase-todo`,
    after: 'git -c user.name=a -c user.email=a@b rebase --continue >/dev/null 2>&1; cat "$OUT/ran"',
  },
  {
    name: 'the steps of a rebase that the command began',
    prepare: `${REPOSITORY}; git -c user.name=a -c user.email=a@b commit -q --allow-empty -m two`,
    command: `GIT_SEQUENCE_EDITOR="sed -i '1i break'" git rebase -q -i HEAD~1; echo 'x echo ESCAPED > "$OUT/ran"' > .git/rebase-merge/git-rebase-todo`,
    after: 'git -c user.name=a -c user.email=a@b rebase --continue >/dev/null 2>&1; cat "$OUT/ran"',
  },
  {
    name: 'the rules of another app in a folder of the project',
    prepare: 'mkdir sub',
    command: `mkdir sub/.claude; ${write('sub/.claude/settings.json')}`,
    after: 'cat sub/.claude/settings.json',
  },
  {
    name: 'the servers of a folder of the project',
    prepare: 'mkdir sub',
    command: write('sub/.mcp.json'),
    after: 'cat sub/.mcp.json',
  },
  {
    name: 'the rules of the app in a folder of the project',
    prepare: 'mkdir -p sub/.orrery; echo old > sub/.orrery/config.toml',
    command: write('sub/.orrery/config.toml'),
    after: 'cat sub/.orrery/config.toml',
  },
  {
    name: 'a pointer to a repository in a folder of packages',
    prepare: 'mkdir node_modules sub',
    command: `git init -q node_modules/x; ${hook('node_modules/x/.git/hooks')}; echo 'gitdir: ../node_modules/x/.git' > sub/.git`,
    after: `cd sub; ${COMMIT}`,
  },
  {
    name: 'settings that are included and were not there before',
    prepare: `${REPOSITORY}; git config include.path ../later`,
    command: `printf '[core]\n\tfsmonitor = echo ESCAPED > $OUT/ran && false\n' > later`,
    after: 'git status >/dev/null 2>&1; cat "$OUT/ran"',
  },
  {
    name: 'a folder of hooks that was not there before',
    prepare: `${REPOSITORY}; git config core.hooksPath later`,
    command: hook('later'),
    after: COMMIT,
  },
  {
    name: 'settings of new repositories that start programs',
    command: `git init -q r; for k in ${LOUD}; do mkdir "r-\${k%%.*}-$((n += 1))"; cp -r r/.git "r-\${k%%.*}-$n/"; git config -f "r-\${k%%.*}-$n/.git/config" $k '!ESCAPED'; done`,
    after: 'cat r-*/.git/config',
  },
]
