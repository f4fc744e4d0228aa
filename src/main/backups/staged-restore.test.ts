import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { fill, smallDisk } from '../../../test/support/disk/small-disk.ts'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { homePaths } from '../config/paths.ts'
import { openDatabase } from '../database/open-database.ts'
import { silentLogger } from '../lib/logger.ts'
import { backUp } from './back-up.ts'
import { lookAtBackup } from './chosen-backup.ts'
import { lastRestore, planRestore, stageRestore, takeInRestored } from './staged-restore.ts'

const NOW = Date.UTC(2026, 10, 28)
const { signal } = new AbortController()
let folder: Awaited<ReturnType<typeof openTempFolder>>

const paths = () => homePaths(folder.at('home'))
const open = (home: string) => {
  const { database: file, backups } = homePaths(home)
  return openDatabase({ file, backups, now: () => NOW, logger: silentLogger })
}
const stage = async (backup: string, at = paths()) =>
  planRestore(at, await stageRestore({ paths: at, backup, report: () => {}, signal }), signal)
const look = (backup: string) => lookAtBackup(backup, paths(), signal)
const start = () =>
  takeInRestored({ paths: paths(), appVersion: '2.0.0', now: () => NOW, logger: silentLogger })
const config = (place: string) => readFile(join(place, 'config.toml'), 'utf8')
const probes = (home: string) => {
  const db = open(home)
  const found = db.prepare('SELECT value FROM probe').pluck().all()
  db.close()
  return found
}

/** A home with newer data than its backup. */
async function changedHome(): Promise<string> {
  const db = open(folder.at('home'))
  db.exec("CREATE TABLE probe (value TEXT); INSERT INTO probe VALUES ('then')")
  const backup = await backUp({
    paths: paths(),
    target: folder.at('disk'),
    appVersion: '1.2.3',
    now: NOW,
    report: () => {},
    signal,
  })
  db.exec("UPDATE probe SET value = 'now'")
  db.close()
  await folder.write('home/config.toml', '# now\n')
  await folder.write('home/skills/new/SKILL.md', 'new')
  return backup
}

beforeEach(async () => {
  folder = await openTempFolder('staged restore')
  await folder.write('home/config.toml', '# then\n')
  await folder.write('home/data/vault.enc.json', 'secret')
  await folder.write('home/logs/main.log', 'line')
  await mkdir(folder.at('disk'))
})

it('says what a backup holds, and refuses what is none or damaged', async () => {
  const backup = await changedHome()
  expect(await look(backup)).toMatchObject({
    path: backup,
    madeAt: NOW,
    appVersion: '1.2.3',
    chats: 0,
  })
  await expect(look(folder.at('disk'))).rejects.toThrow('not a whole')
  await writeFile(join(backup, 'data/orrery.db'), 'x'.repeat(8_192))
  await expect(look(backup)).rejects.toThrow('failed its check')
})

describe('a staged restore', () => {
  it('changes nothing before the next start, which sets the data of before aside', async () => {
    const backup = await changedHome()
    await stage(backup)
    expect([await config(folder.at('home')), probes(folder.at('home'))]).toEqual(['# now\n', ['now']])
    await start()
    const home = folder.at('home')
    expect([await config(home), probes(home)]).toEqual(['# then\n', ['then']])
    expect(await readFile(join(home, 'data/vault.enc.json'), 'utf8')).toBe('secret')
    expect(await readFile(join(home, 'logs/main.log'), 'utf8')).toBe('line')
    expect((await readdir(home)).includes('skills')).toBe(false)
    const last = await lastRestore(paths())
    expect(last).toMatchObject({ madeAt: NOW, restoredAt: NOW, appVersion: '1.2.3' })
    expect(await readdir(paths().data)).not.toContain('restore')

    const aside = last?.aside ?? ''
    expect(await config(aside)).toBe('# now\n')
    await stage(aside)
    await start()
    expect([await config(home), probes(home)]).toEqual(['# now\n', ['now']])
    expect(await readFile(join(home, 'skills/new/SKILL.md'), 'utf8')).toBe('new')
    expect((await readdir(paths().replaced)).length).toBe(2)
  })

  it('goes on after a cut at any step', async () => {
    const backup = await changedHome()
    await stage(backup)
    // As after a cut in the middle of setting aside.
    const aside = join(paths().replaced, 'orrery-backup-2026-11-27')
    const plan = join(paths().restore, 'plan.json')
    const before = JSON.parse(await readFile(plan, 'utf8')) as object
    await mkdir(aside, { recursive: true })
    await rename(paths().config, join(aside, 'config.toml'))
    await writeFile(plan, JSON.stringify({ ...before, aside: basename(aside) }))
    await start()
    expect([await config(folder.at('home')), probes(folder.at('home'))]).toEqual(['# then\n', ['then']])
    expect([await config(aside), probes(aside)]).toEqual(['# now\n', ['now']])

    // As after a cut in the middle of moving in.
    await stage(backup)
    await writeFile(plan, JSON.stringify({ ...before, aside: basename(aside), isAside: true }))
    await rm(paths().config)
    await rename(join(paths().restore, 'files/config.toml'), paths().config)
    await rm(paths().database)
    await start()
    expect([await config(folder.at('home')), probes(folder.at('home'))]).toEqual(['# then\n', ['then']])
  })

  it('does not happen when it was stopped at the end of its copy', async () => {
    const backup = await changedHome()
    const stop = new AbortController()
    const manifest = await stageRestore({ paths: paths(), backup, report: () => {}, signal })
    stop.abort(new Error('enough'))
    await expect(planRestore(paths(), manifest, stop.signal)).rejects.toThrow('enough')
    await start()
    expect(await config(folder.at('home'))).toBe('# now\n')
    expect(await readdir(paths().data)).not.toContain('restore')
  })

  it('puts back what the person keeps elsewhere and links to, and follows no link of another backup', async () => {
    const backup = await changedHome()
    await rm(paths().config)
    await folder.write('dotfiles/config.toml', '# mine\n')
    await symlink('../dotfiles/config.toml', paths().config)
    await folder.write('elsewhere/ab/cd', 'picture')
    await symlink(folder.at('elsewhere'), paths().blobs)
    await symlink(folder.at('nowhere'), paths().styles)
    await stage(backup)
    await start()
    expect([await config(folder.at('home')), await config(folder.at('dotfiles'))]).toEqual([
      '# then\n',
      '# mine\n',
    ])
    const aside = (await lastRestore(paths()))?.aside ?? ''
    expect((await look(aside)).bytes).toBeGreaterThan((await look(backup)).bytes)
    await stage(aside)
    await start()
    expect([await config(folder.at('home')), probes(folder.at('home'))]).toEqual(['# mine\n', ['now']])
    expect(await readFile(join(paths().blobs, 'ab/cd'), 'utf8')).toBe('picture')

    await symlink(folder.at('dotfiles/config.toml'), join(backup, 'AGENTS.md'))
    await stage(backup)
    await start()
    expect(await readdir(folder.at('home'))).not.toContain('AGENTS.md')
  })

  it('makes data that can be written from a backup that cannot', async () => {
    const backup = await changedHome()
    await chmod(join(backup, 'data/orrery.db'), 0o444)
    await stage(backup)
    await start()
    expect((await stat(paths().database)).mode & 0o777).toBe(0o644)
  })

  it('sets nothing aside outside the home, whatever its plan says', async () => {
    const backup = await changedHome()
    await stage(backup)
    const plan = join(paths().restore, 'plan.json')
    const before = JSON.parse(await readFile(plan, 'utf8')) as object
    await writeFile(plan, JSON.stringify({ ...before, aside: folder.at('disk/orrery-backup-1') }))
    await start()
    expect(await config(folder.at('home'))).toBe('# now\n')
    expect(await readdir(folder.at('disk'))).toEqual([basename(backup)])
  })

  it('forgets a copy that was not finished', async () => {
    await changedHome()
    await folder.write('home/data/restore/files/config.toml', '# half\n')
    await start()
    expect(await config(folder.at('home'))).toBe('# now\n')
    expect(await readdir(paths().data)).not.toContain('restore')
    expect(await lastRestore(paths())).toBe(null)
  })

  it('replaces a damaged database, which is set aside as it is', async () => {
    const backup = await changedHome()
    await stage(backup)
    await writeFile(paths().database, 'no database '.repeat(1_000))
    await start()
    expect(probes(folder.at('home'))).toEqual(['then'])
  })

  it('sets data aside on another disk, where the person put that folder', async ({ skip }) => {
    const other = await mkdtemp('/dev/shm/orrery-replaced-').catch(() => skip())
    onTestFinished(() => rm(other, { recursive: true }))
    if ((await stat(other)).dev === (await stat(folder.path)).dev) skip()
    const backup = await changedHome()
    await symlink(other, paths().replaced)
    await stage(backup)
    await start()
    expect([await config(folder.at('home')), probes(folder.at('home'))]).toEqual(['# then\n', ['then']])
    const aside = (await lastRestore(paths()))?.aside ?? ''
    expect([await config(aside), probes(aside)]).toEqual(['# now\n', ['now']])
  })

  it('says where everything is when it cannot go on, and goes on later', async () => {
    const backup = await changedHome()
    await stage(backup)
    await folder.write('home/replaced', 'in the way')
    await expect(start()).rejects.toThrow(/could not be put in place \(E[A-Z]+\)/)
    await rm(paths().replaced)
    await start()
    expect(probes(folder.at('home'))).toEqual(['then'])
  })

  it('leaves nothing where it is stopped, or the disk has no room', async ({ skip }) => {
    const backup = await changedHome()
    const stopped = AbortSignal.abort()
    await expect(
      stageRestore({ paths: paths(), backup, report: () => {}, signal: stopped }),
    ).rejects.toThrow()
    await start()
    expect(await config(folder.at('home'))).toBe('# now\n')
    const tiny = smallDisk(4_096) ?? skip()
    await expect(stage(backup, homePaths(tiny))).rejects.toThrow('has no room')
    const disk = smallDisk(32_768) ?? skip()
    let free = () => {}
    const full = stageRestore({
      paths: homePaths(disk),
      backup,
      report: ({ phase }) => {
        if (phase === 'copying') free = fill(disk)
      },
      signal,
    })
    await expect(full).rejects.toThrow(/became full/)
    free()
    expect(await readdir(join(disk, 'data/restore')).catch(() => [])).not.toContain('files')
  })
})
