import { execFileSync } from 'node:child_process'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTempFolder } from '../../../../test/support/disk/temp-folder.ts'
import { systemClock } from '../../lib/clock.ts'
import { createKeptMarks } from './kept-marks.ts'
import { createProjectGuard } from './project-guard.ts'

const HOUR_MS = 3_600_000

/** A project and the guards of one app start after another. */
async function openStarts() {
  const { path, at, write } = await openTempFolder('guarded')
  const { path: marks } = await openTempFolder('marks')
  const start = (now = Date.now) => createProjectGuard({ ...systemClock, now }, createKeptMarks(marks, now))
  /** Makes all marks older, as if the app had been killed a while ago. */
  const age = async (ms: number): Promise<void> => {
    const then = new Date(Date.now() - ms)
    for (const name of await readdir(marks)) await utimes(join(marks, name), then, then)
  }
  return { path, at, write, marks, start, age }
}

const soon = () => new AbortController().signal

it('checks what a command left whose app was killed', async () => {
  const { path, at, write, marks, start } = await openStarts()
  execFileSync('git', ['init', '-q'], { cwd: path })
  await write('.vscode/settings.json', '{}')
  await (await start().mark(path, '/nowhere', 'chat')).kept.ready
  execFileSync('git', ['init', '-q', 'sub'], { cwd: path })
  await write('sub/.git/hooks/post-checkout', '#!/bin/sh\n')
  await write('sub/.mcp.json', '{}')
  await write('sub/plain.txt', 'kept')
  const [check, ...more] = await start().checkAgain(soon())
  expect(more).toEqual([])
  expect(check?.session).toBe('chat')
  expect(check?.blocked.map(({ name }) => name).toSorted()).toEqual(['sub/.git/hooks', 'sub/.mcp.json'])
  expect((await readdir(at('sub'))).toSorted()).toEqual(['.git', '.mcp.json.blocked', 'plain.txt'])
  expect(await readdir(at('.vscode'))).toEqual(['settings.json'])
  expect(await readdir(marks)).toEqual([])
  expect(await start().checkAgain(soon())).toEqual([])
})

it('leaves what the person created after the app was killed', async () => {
  const { path, at, write, start, age } = await openStarts()
  await (await start(() => Date.now() - HOUR_MS).mark(path, '/nowhere', 'chat')).kept.ready
  await age(HOUR_MS / 2)
  await write('.vscode/settings.json', '{}')
  const later = await start().checkAgain(soon())
  expect(await readdir(at('.vscode'))).toEqual(['settings.json'])
  expect(later).toEqual([])
})

it('checks it before the next command in that project, whose receipt says what was renamed', async () => {
  const { path, at, write, start } = await openStarts()
  await (await start().mark(path, '/nowhere', 'chat')).kept.ready
  await write('.envrc', 'true')
  const next = start()
  const blocked = await next.watch(await next.mark(path, '/nowhere', 'other')).close()
  expect(blocked).toEqual([{ what: 'steering', name: '.envrc', tries: 1 }])
  expect(await readdir(at('.'))).toEqual(['.envrc.blocked'])
  expect(await next.checkAgain(soon())).toEqual([])
})

it('forgets a file that was cut off while it was written, since its command never started', async () => {
  const { marks, start } = await openStarts()
  await mkdir(marks, { recursive: true })
  await writeFile(join(marks, 'cut.json'), '{"session":"chat","root":"/pro')
  expect(await start().checkAgain(soon())).toEqual([])
  expect(await readdir(marks)).toEqual([])
})

it('keeps nothing of a command that was checked', async () => {
  const { path, marks, start } = await openStarts()
  const guard = start()
  const marked = await guard.mark(path, '/nowhere', 'chat')
  await marked.kept.ready
  const watched = guard.watch(marked)
  expect(await readdir(marks)).toHaveLength(1)
  await watched.close()
  expect(await readdir(marks)).toEqual([])
})

it('lets a command run where the disk takes no mark', async () => {
  const { path, write } = await openStarts()
  await write('file', '')
  const guard = createProjectGuard(systemClock, createKeptMarks(join(path, 'file/marks'), Date.now))
  const marked = await guard.mark(path, '/nowhere', 'chat')
  await marked.kept.ready
  expect(await guard.watch(marked).close()).toEqual([])
})
