import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Runs git as the attacker does, who prepares a repository on a machine of their own. */
export function attackerGit(cwd: string, ...args: string[]): string {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'protocol.file.allow=always']
  const env = { PATH: process.env['PATH'], HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' }
  return execFileSync('git', [...who, ...args], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** A repository with two commits, two branches and a program that leaves a file behind when it runs. */
export function hostileRepository(parent: string, name = 'unpacked') {
  const dir = join(parent, name)
  const flag = join(parent, `${name}.ran`)
  // A path without spaces: these settings are lines for a shell.
  const own = mkdtempSync(join(tmpdir(), 'attacker-'))
  onTestFinished(() => rmSync(own, { recursive: true, force: true }))
  const program = join(own, 'program.sh')
  mkdirSync(dir, { recursive: true })
  // What it reads and answers does not matter: it has run.
  writeFileSync(program, `#!/bin/sh\ntouch '${flag}'\nexit 1\n`, { mode: 0o755 })
  const git = (...args: string[]) => attackerGit(dir, ...args)
  git('init', '-q', '-b', 'main')
  writeFileSync(join(dir, 'a.txt'), 'alpha beta gamma\n'.repeat(50))
  git('add', '-A')
  git('commit', '-qm', 'one')
  git('branch', 'other')
  git('commit', '-q', '--allow-empty', '-m', 'two')
  const settings = (text: string, file = 'config') => {
    mkdirSync(join(dir, '.git'), { recursive: true })
    appendFileSync(join(dir, '.git', file), `${text.replaceAll('PROGRAM', program)}\n`)
  }
  const drop = (oid: string) =>
    rmSync(join(dir, '.git', 'objects', oid.slice(0, 2), oid.slice(2)), { force: true })
  return {
    dir,
    flag,
    program,
    git,
    settings,
    ran: () => existsSync(flag),
    write: (file: string, text: string) => writeFileSync(join(dir, file), text),
    /** Takes an object away, which a partial clone fetches when it is needed. */
    drop: (name: string) => drop(git('rev-parse', name).trim()),
    /** Makes git fetch missing objects with the program. */
    partial: () =>
      settings(
        '[core]\n\trepositoryformatversion = 1\n\tsshCommand = PROGRAM\n[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\turl = ssh://nowhere/x\n\tpromisor = true\n\tpartialclonefilter = blob:none',
      ),
    /** Stages a rename, so that git compares a content that is missing. */
    renamed: () => {
      writeFileSync(join(dir, 'b.txt'), `${'alpha beta gamma\n'.repeat(50)}x\n`)
      git('rm', '-q', 'a.txt')
      git('add', 'b.txt')
    },
  }
}

export type HostileRepository = ReturnType<typeof hostileRepository>
