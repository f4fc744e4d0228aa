import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { readFile, rm, symlink } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { openPluginRig, skillText } from '../../../../test/support/disk/plugin-rig.ts'
import { gitPlaceOf } from './fetch-plugin.ts'

/** A repository with a plugin, and git for it. */
async function withRepository() {
  const rig = await openPluginRig()
  const source = await rig.source({ 'skills/read/SKILL.md': skillText('read'), 'run.sh': 'true\r\n' })
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', source, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    }).trim()
  git('init', '-q', '-b', 'main')
  const commit = (): string => {
    git('add', '-A', '-f')
    git('commit', '-qm', 'x')
    return git('rev-parse', 'HEAD')
  }
  return { rig, git, commit, source, url: `file://${encodeURI(source)}` }
}

describe('a repository', () => {
  it('is installed from its newest commit, without hooks, filters and submodules', async () => {
    const { rig, git, commit, url, source } = await withRepository()
    await rig.write('source/.gitattributes', '*.sh filter=evil eol=lf\n')
    const inner = rig.at('inner')
    execFileSync('git', ['init', '-q', inner])
    execFileSync('git', [
      '-C',
      inner,
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'x',
    ])
    git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner, 'inner')
    const head = commit()
    git('branch', 'stable')
    await rig.write('source/.git/hooks/post-checkout', '#!/bin/sh\ntouch ../ran\n')
    const preview = await rig.preview(`${url}#stable`)
    expect(preview.source).toEqual({ kind: 'git', url, ref: 'stable', commit: head, inside: null })
    await rig.plugins.install(preview.id)
    // The bytes are those of the commit on every system.
    expect(await readFile(rig.at('home/plugins/tides/run.sh'), 'utf8')).toContain('true')
    expect(existsSync(rig.at('home/plugins/tides/inner'))).toBe(false)
    expect(existsSync(rig.at('ran'))).toBe(false)
    expect(await rig.plugins.checkUpdate('tides')).toBeNull()
    git('checkout', '-q', 'stable')
    await rig.write('source/skills/rise/SKILL.md', skillText('rise'))
    commit()
    expect((await rig.plugins.checkUpdate('tides'))?.update).toMatchObject({
      added: ['skills/rise/SKILL.md'],
      grows: false,
    })
    await rm(source, { recursive: true })
    await expect(rig.plugins.checkUpdate('tides')).rejects.toThrow('Git could not fetch')
  })

  it('with a link is refused, and leaves nothing behind', async () => {
    const { rig, commit, url } = await withRepository()
    await symlink('/etc/passwd', rig.at('source/link'))
    commit()
    await expect(rig.plugins.open({ text: url, inside: null })).rejects.toThrow(
      'a link or a special file: link',
    )
    expect(readdirSync(rig.at('home/drafts'))).toEqual([])
  })

  it('is no longer fetched after the person cancels', async () => {
    const { rig, commit, url } = await withRepository()
    commit()
    const opening = rig.plugins.open({ text: url, inside: null })
    const cancelled = expect(opening).rejects.toMatchObject({ code: 'cancelled' })
    await new Promise((resolve) => setImmediate(resolve))
    rig.plugins.cancel()
    await cancelled
    expect(readdirSync(rig.at('home/drafts'))).toEqual([])
  })

  it('with an unknown branch is refused', async () => {
    const { rig, commit, url } = await withRepository()
    commit()
    await expect(rig.plugins.open({ text: `${url}#other`, inside: null })).rejects.toThrow(
      'Git could not fetch',
    )
  })
})

it('takes only addresses that start no program', () => {
  const good = [
    'https://example.com/a.git',
    'ssh://git@example.com/a.git',
    'git@example.com:a/b.git',
    'file:///a/b',
  ]
  for (const url of good) expect(gitPlaceOf(url)).toEqual({ url, ref: null })
  expect(gitPlaceOf('https://example.com/a#v1.2')).toEqual({ url: 'https://example.com/a', ref: 'v1.2' })
  for (const url of [
    ...['ext::sh -c evil', 'http://example.com/a', 'git://example.com/a', '--upload-pack=evil', 'ftp://a/b'],
    ...['ssh://-oProxyCommand=evil/a', 'ssh://git@-oProxyCommand=evil/a', 'git@-oProxyCommand=evil:a'],
    ...['https://user:token@example.com/a', 'https://token@example.com/a', 'https://a b/c', 'a/b', ''],
  ]) {
    expect([url, gitPlaceOf(url)]).toEqual([url, null])
  }
  for (const ref of ['--upload-pack=x', 'a..b', '-b', 'a b']) {
    expect(() => gitPlaceOf(`https://example.com/a#${ref}`)).toThrow('no name of a branch')
  }
})
