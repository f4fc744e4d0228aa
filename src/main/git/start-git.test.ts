import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { realGit } from '../../../test/support/disk/real-git.ts'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import {
  attackerGit,
  type HostileRepository,
  hostileRepository,
} from '../../../test/support/hosts/hostile-repository.ts'
import { childEnvironment } from '../lib/programs/child-environment.ts'
import { gitEnvironment, gitOptions } from './git-options.ts'
import type { GitQuestion } from './start-git.ts'

const never = new AbortController().signal
const limitMs = 20_000
const SENTRY = '[core]\n\tfsmonitor = PROGRAM'

/** Each makes a repository run its program when git is asked the usual way. Answers with the folder to ask about. */
const TRAPS: Record<string, (repository: HostileRepository, parent: string) => unknown> = {
  'a missing content': (repository) => {
    repository.drop('HEAD:a.txt')
    repository.renamed()
    repository.partial()
  },
  'a missing commit': (repository) => {
    repository.drop('other')
    repository.partial()
  },
  'a transport of its own': (repository) => {
    repository.drop('other')
    repository.settings(
      '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n[protocol "ext"]\n\tallow = always\n[remote "origin"]\n\turl = "ext::PROGRAM"\n\tpromisor = true',
    )
  },
  'an uploader of its own': (repository, parent) => {
    repository.drop('other')
    repository.settings(
      `[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\turl = "${parent}"\n\tuploadpack = PROGRAM\n\tpromisor = true`,
    )
  },
  'a file monitor': (repository) => repository.settings(SENTRY),
  'a filter': (repository) => {
    repository.write('.gitattributes', '*.txt filter=x\n')
    repository.git('add', '-A')
    repository.git('commit', '-qm', 'attributes')
    repository.settings('[filter "x"]\n\tclean = PROGRAM\n\tsmudge = PROGRAM\n\tprocess = PROGRAM')
    repository.write('a.txt', 'ALPHA beta gamma\n'.repeat(50))
  },
  'an included file': (repository) => {
    repository.settings('[include]\n\tpath = more')
    repository.settings(SENTRY, 'more')
  },
  'a file included for this folder': (repository, parent) => {
    repository.settings(`[includeIf "gitdir:${parent}/"]\n\tpath = more`)
    repository.settings(SENTRY, 'more')
  },
  'settings of a work tree': (repository) => {
    repository.settings('[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true')
    repository.settings(SENTRY, 'config.worktree')
  },
  'a linked work tree': (repository, parent) => {
    repository.git('worktree', 'add', '-q', join(parent, 'linked'), 'other')
    repository.settings(SENTRY)
    return join(parent, 'linked')
  },
  'settings of a linked work tree': (repository, parent) => {
    repository.git('worktree', 'add', '-q', join(parent, 'linked'), 'other')
    repository.settings('[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true')
    repository.settings(SENTRY, 'worktrees/linked/config.worktree')
    return join(parent, 'linked')
  },
  'a submodule': (repository, parent) => {
    const inner = hostileRepository(parent, 'inner')
    repository.git('submodule', '--quiet', 'add', inner.dir, 'inner')
    repository.git('commit', '-qm', 'three')
    writeFileSync(join(repository.dir, 'inner', 'a.txt'), 'changed')
    repository.settings(SENTRY, 'modules/inner/config')
  },
  hooks: (repository) => {
    mkdirSync(join(repository.dir, 'hooks'))
    for (const hook of ['post-index-change', 'post-checkout', 'reference-transaction'])
      writeFileSync(join(repository.dir, 'hooks', hook), `#!/bin/sh\n'${repository.program}'\n`, {
        mode: 0o755,
      })
    repository.settings('[core]\n\thooksPath = hooks')
    repository.write('a.txt', 'alpha beta gamma\n'.repeat(50))
  },
  'a folder in it': (repository) => {
    mkdirSync(join(repository.dir, 'packages'))
    repository.settings(SENTRY)
    return join(repository.dir, 'packages')
  },
  'a link into it': (repository, parent) => {
    mkdirSync(join(repository.dir, 'packages'))
    repository.settings(SENTRY)
    symlinkSync(join(repository.dir, 'packages'), join(parent, 'link'))
    return join(parent, 'link')
  },
  'a folder that is a bare repository': (repository, parent) => {
    attackerGit(parent, 'clone', '-q', '--bare', repository.dir, 'bare')
    appendFileSync(
      join(parent, 'bare', 'config'),
      `[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = ${repository.program}\n`,
    )
    return join(parent, 'bare')
  },
  'a borrowed store': (repository) =>
    writeFileSync(join(repository.dir, '.git/objects/info/alternates'), '//elsewhere/share/objects\n'),
}

const QUESTIONS: Record<string, Pick<GitQuestion, 'args' | 'input'> & { reads: 'files' | 'objects' }> = {
  status: { args: ['status', '--porcelain=v1', '-z', '--ignore-submodules=all'], reads: 'files' },
  branches: { args: ['for-each-ref', '--sort=-committerdate', '--format=%(refname)'], reads: 'objects' },
  contents: { args: ['cat-file', '--batch'], input: 'HEAD:a.txt\nother:a.txt\n', reads: 'objects' },
  'a new work tree': { args: ['worktree', 'add', '--detach', '../tree'], reads: 'files' },
}

const every = Object.keys(TRAPS).flatMap((trap) =>
  Object.keys(QUESTIONS).map((about) => [trap, about] as const),
)

async function prepared(trap: string) {
  const { path } = await openTempFolder('hostile')
  const repository = hostileRepository(path)
  const elsewhere = TRAPS[trap]?.(repository, path)
  const folder = typeof elsewhere === 'string' ? elsewhere : repository.dir
  return { path, repository, folder }
}

describe.skipIf(process.platform === 'win32')('git in a folder nobody has trusted', () => {
  it.each(every)('runs nothing of it, with %s, asked for %s', async (trap, about) => {
    const { path, repository, folder } = await prepared(trap)
    const question = QUESTIONS[about]
    if (question === undefined) throw new Error('no such question')
    const answer = await realGit(path).look({ folder, limitMs, entersSubmodules: false, ...question }, never)
    expect([repository.ran(), existsSync(join(path, 'inner.ran'))]).toEqual([false, false])
    if (!answer.ok) expect(answer.risk ?? answer.problem).not.toBe('')
  })

  it('has traps that close: the usual way runs their programs', async () => {
    const caught: string[] = []
    for (const trap of Object.keys(TRAPS)) {
      const { path, repository, folder } = await prepared(trap)
      for (const { args, input } of Object.values(QUESTIONS)) {
        const env = { PATH: process.env['PATH'], HOME: path, GIT_CONFIG_NOSYSTEM: '1' }
        try {
          execFileSync('git', ['-C', folder, ...args], { env, input: input ?? '', stdio: 'pipe' })
        } catch {
          // Whether git is content does not matter here.
        }
      }
      if (repository.ran()) caught.push(trap)
    }
    // Submodules are not entered by these questions, and a share is not a program.
    expect(caught).toEqual(Object.keys(TRAPS).filter((trap) => !/submodule|borrowed/.test(trap)))
  })

  it.each([
    'a missing content',
    'a missing commit',
    'a transport of its own',
    'an uploader of its own',
    'a file monitor',
    'hooks',
  ])('starts nothing by its options alone, with %s', async (trap) => {
    const { path, repository, folder } = await prepared(trap)
    const inherited = childEnvironment({ inherited: process.env, platform: 'linux', secret: new Set() })
    const env = gitEnvironment(inherited, 'untrusted', 'linux')
    for (const { args, input } of Object.values(QUESTIONS)) {
      try {
        const options = gitOptions('untrusted', [], 'linux')
        execFileSync('git', ['-C', folder, ...options, ...args], {
          cwd: path,
          env,
          input: input ?? '',
          stdio: 'pipe',
        })
      } catch {
        // A missing object is an error.
      }
    }
    expect(repository.ran()).toBe(false)
  })
})

describe.skipIf(process.platform === 'win32')('git', () => {
  const quiet = async () => {
    const { path } = await openTempFolder('quiet')
    return { path, repository: hostileRepository(path) }
  }
  const branches = {
    ...QUESTIONS['branches'],
    args: QUESTIONS['branches']?.args ?? [],
    limitMs,
    reads: 'objects',
    entersSubmodules: false,
  } as const

  it('answers about a repository without programs', async () => {
    const { path, repository } = await quiet()
    const answer = await realGit(path).look({ ...branches, folder: repository.dir }, never)
    expect(answer.ok && answer.output.toString()).toBe('refs/heads/main\nrefs/heads/other\n')
  })

  it('reads names and contents also where only files, remotes and signatures have programs', async () => {
    const { path, repository } = await quiet()
    repository.settings(
      '[core]\n\tsshCommand = PROGRAM\n\tpager = PROGRAM\n[gpg]\n\tprogram = PROGRAM\n[filter "lfs"]\n\tclean = PROGRAM\n\tprocess = PROGRAM\n[credential]\n\thelper = PROGRAM',
    )
    expect(await realGit(path).look({ ...branches, folder: repository.dir }, never)).toMatchObject({
      ok: true,
    })
    const status = {
      ...QUESTIONS['status'],
      args: ['status'],
      limitMs,
      reads: 'files',
      entersSubmodules: false,
    } as const
    expect(await realGit(path).look({ ...status, folder: repository.dir }, never)).toMatchObject({
      risk: { kind: 'setting', name: 'core.sshcommand' },
    })
    expect(repository.ran()).toBe(false)
  })

  it('takes no repository and no program from the environment of the app', async () => {
    const { path, repository } = await quiet()
    const other = hostileRepository(path, 'other')
    other.settings(SENTRY)
    const git = realGit(path, {
      PATH: process.env['PATH'],
      GIT_DIR: join(other.dir, '.git'),
      GIT_WORK_TREE: other.dir,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: other.program,
      GIT_EXTERNAL_DIFF: other.program,
      GIT_SSH_COMMAND: other.program,
      GIT_TRACE: join(path, 'trace'),
    })
    const status = {
      args: ['status', '--porcelain'],
      limitMs,
      reads: 'files',
      entersSubmodules: false,
    } as const
    repository.write('new.txt', '')
    const answer = await git.look({ ...status, folder: repository.dir }, never)
    expect(answer.ok && answer.output.toString()).toBe('?? new.txt\n')
    expect([other.ran(), existsSync(join(path, 'trace'))]).toEqual([false, false])
  })

  it('is not looked for in folders that are not absolute', async () => {
    const { path, repository } = await quiet()
    writeFileSync(join(path, 'git'), `#!/bin/sh\ntouch ${repository.flag}\n`, { mode: 0o755 })
    const git = realGit(path, { PATH: `.::${process.env['PATH']}` })
    expect(await git.look({ ...branches, folder: repository.dir }, never)).toMatchObject({ ok: true })
    expect(repository.ran()).toBe(false)
  })

  it('keeps what the person has set about line ends and ignored files, and none of their programs', async () => {
    const { path, repository } = await quiet()
    writeFileSync(join(path, 'ignored'), '*.log\n')
    writeFileSync(
      join(path, '.gitconfig'),
      `[core]\n\texcludesFile = ${join(path, 'ignored')}\n\tfsmonitor = ${repository.program}\n[filter "x"]\n\tclean = ${repository.program}\n`,
    )
    repository.write('.gitattributes', '*.txt filter=x\n')
    repository.write('a.txt', 'changed\n')
    repository.write('noise.log', '')
    const git = realGit(path, { PATH: process.env['PATH'], HOME: path })
    const status = {
      args: ['status', '--porcelain'],
      limitMs,
      reads: 'files',
      entersSubmodules: false,
    } as const
    const answer = await git.look({ ...status, folder: repository.dir }, never)
    expect(answer.ok && answer.output.toString()).toBe(' M a.txt\n?? .gitattributes\n')
    expect(repository.ran()).toBe(false)
  })

  it('ends with all it has started when its time is up', async () => {
    const { path, repository } = await quiet()
    const began = performance.now()
    const slow = '!sleep 7391'
    const answer = await realGit(path).work(
      { folder: repository.dir, args: ['-c', `alias.slow=${slow}`, 'slow'], limitMs: 300 },
      never,
    )
    expect(answer).toEqual({ ok: false, risk: null, problem: 'Git took too long.' })
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain('sleep 7391')
  })

  it('rejects with the reason of a stop', async () => {
    const { path, repository } = await quiet()
    const stop = new AbortController()
    const asked = realGit(path).look({ ...branches, folder: repository.dir }, stop.signal)
    stop.abort(new Error('enough'))
    await expect(asked).rejects.toThrow('enough')
  })
})
