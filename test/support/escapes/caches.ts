import { type Escape, write } from './escape.ts'

/** Programs in caches, which the person starts later. */
export const CACHES: readonly Escape[] = [
  {
    name: 'a program of uv',
    prepare:
      'mkdir -p ~/.local/share/uv/tools/x/bin; echo old > ~/.local/share/uv/tools/x/bin/x; mkdir -p ~/.local/share/uv/python',
    command: write('~/.local/share/uv/tools/x/bin/x'),
    after: 'cat ~/.local/share/uv/tools/x/bin/x',
  },
  {
    name: 'the settings of a repository that cargo fetches into',
    prepare: 'git init -q --bare ~/.cargo/git/db/x',
    command: `git -C ~/.cargo/git/db/x config core.sshCommand 'echo ESCAPED > "$OUT/ran"; false'`,
    after: 'cd ~/.cargo/git/db/x; git fetch -q ssh://x/y 2>/dev/null; cat "$OUT/ran"',
  },
  {
    name: 'a program of npx',
    prepare: 'mkdir -p ~/.npm/_npx/1/node_modules/.bin; echo old > ~/.npm/_npx/1/node_modules/.bin/x',
    command: write('~/.npm/_npx/1/node_modules/.bin/x'),
    after: 'cat ~/.npm/_npx/1/node_modules/.bin/x',
  },
  {
    name: 'a program of npx in an absent folder',
    prepare: 'mkdir -p ~/.npm',
    command: `mkdir -p ~/.npm/_npx/1; ${write('~/.npm/_npx/1/x')}`,
    after: 'cat ~/.npm/_npx/1/x',
  },
  {
    name: 'a toolchain of go',
    prepare:
      'mkdir -p ~/go/pkg/mod/golang.org/toolchain@v0.0.1-go1.25.linux-amd64/bin; echo old > ~/go/pkg/mod/golang.org/toolchain@v0.0.1-go1.25.linux-amd64/bin/go',
    command: write('~/go/pkg/mod/golang.org/toolchain@v0.0.1-go1.25.linux-amd64/bin/go'),
    after: 'cat ~/go/pkg/mod/golang.org/toolchain@v0.0.1-go1.25.linux-amd64/bin/go',
  },
  {
    name: 'a new toolchain of go',
    prepare: 'mkdir -p ~/go/pkg/mod/golang.org',
    command: `d=~/go/pkg/mod/golang.org/toolchain@v0.0.1-go1.26.linux-amd64/bin; mkdir -p $d; ${write('$d/go')}`,
    after: 'cat ~/go/pkg/mod/golang.org/toolchain@v0.0.1-go1.26.linux-amd64/bin/go',
  },
  {
    name: 'a toolchain of go where go keeps archives',
    prepare: 'mkdir -p ~/go/pkg/mod/cache/download',
    command: `d=~/go/pkg/mod/cache/download/golang.org/toolchain/@v; mkdir -p $d; ${write('$d/x.zip')}`,
    after: 'cat ~/go/pkg/mod/cache/download/golang.org/toolchain/@v/x.zip',
  },
  {
    name: 'a toolchain of go under another name of the folder around it',
    prepare: 'mkdir -p ~/go/pkg/mod/cache/download/golang.org/toolchain',
    command: `cd ~/go/pkg/mod/cache/download && mv golang.org old; mkdir -p golang.org/toolchain; ${write('golang.org/toolchain/x.zip')}`,
    after: 'cat ~/go/pkg/mod/cache/download/golang.org/toolchain/x.zip',
  },
  {
    name: 'a repository that go fetches into, under another name of the folder around it',
    prepare: 'mkdir -p ~/go/pkg/mod/cache/vcs ~/go/pkg/mod/cache/download',
    command: `cd ~/go/pkg/mod && mv cache old; mkdir -p cache/vcs; ${write('cache/vcs/config')}`,
    after: 'cat ~/go/pkg/mod/cache/vcs/config',
  },
  {
    name: 'a toolchain of go where go has no modules yet',
    prepare: 'mkdir -p ~/go/pkg',
    command: `cd ~/go/pkg && mv mod old; mkdir -p mod/golang.org/toolchain/bin; ${write('mod/golang.org/toolchain/bin/go')}`,
    after: 'cat ~/go/pkg/mod/golang.org/toolchain/bin/go',
  },
  {
    name: 'a program in the environments of uv',
    prepare: 'mkdir -p ~/.cache/uv/environments-v2/x/bin; echo old > ~/.cache/uv/environments-v2/x/bin/x',
    command: write('~/.cache/uv/environments-v2/x/bin/x'),
    after: 'cat ~/.cache/uv/environments-v2/x/bin/x',
  },
  {
    name: 'a program in an environment of poetry',
    prepare: 'mkdir -p ~/.cache/pypoetry/virtualenvs/x/bin; echo old > ~/.cache/pypoetry/virtualenvs/x/bin/x',
    command: write('~/.cache/pypoetry/virtualenvs/x/bin/x'),
    after: 'cat ~/.cache/pypoetry/virtualenvs/x/bin/x',
  },
  {
    name: 'a program of pre-commit',
    prepare: 'mkdir -p ~/.cache/pre-commit/x; echo old > ~/.cache/pre-commit/x/hook',
    command: write('~/.cache/pre-commit/x/hook'),
    after: 'cat ~/.cache/pre-commit/x/hook',
  },
  {
    name: 'a program that go has built',
    prepare: 'mkdir -p ~/.cache/go-build/ab; echo old > ~/.cache/go-build/ab/x-d',
    command: write('~/.cache/go-build/ab/x-d'),
    after: 'cat ~/.cache/go-build/ab/x-d',
  },
]
