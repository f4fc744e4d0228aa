import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { CheckpointScope } from '#shared/checkpoint/checkpoint.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import { EventId, RunId, SessionId } from '#shared/ids.ts'
import { openTestLog } from '../../../../test/support/data/open-log.ts'
import { realGit } from '../../../../test/support/disk/real-git.ts'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { createScope } from '../../lib/scope.ts'
import type { ToolboxDeps } from '../../tools/toolbox.ts'
import { openCheckpoints } from './open-checkpoints.ts'
import { openRipgrep } from './open-ripgrep.ts'

const CHAT = SessionId.parse('ses_00000000')
const CHILD = SessionId.parse('ses_00000001')
const RUN = RunId.parse('run_00000000')
const CHILD_RUN = RunId.parse('run_00000001')
const signal = () => AbortSignal.timeout(20_000)

/** The real tools, the real log and the room between them. */
async function open() {
  const log = openTestLog()
  const scope = createScope(silentLogger, new Error('closed'))
  const early = () => Promise.reject(new Error('too early'))
  const late: { -readonly [Key in 'beforeChange' | 'beforeCommand']: ToolboxDeps[Key] } = {
    beforeChange: early,
    beforeCommand: early,
  }
  const project = await openToolProject(
    { 'a.txt': 'one\n' },
    {
      beforeChange: (...change) => late.beforeChange(...change),
      beforeCommand: (...command) => late.beforeCommand(...command),
    },
  )
  const env = { PATH: process.env['PATH'] }
  const ripgrep = openRipgrep({
    environment: { inherited: env, child: () => ({ PATH: process.env['PATH'] ?? '' }) },
    logger: silentLogger,
    tell: () => {},
    keep: () => () => {},
    clock: systemClock,
  })
  const { checkpoints, ...before } = openCheckpoints({
    git: realGit(project.parent),
    ripgrep,
    storage: log,
    scope,
    clock: systemClock,
    logger: silentLogger,
    tell: () => {},
    paths: { blobs: path.join(project.parent, 'blobs'), looks: path.join(project.parent, 'looks') },
  })
  Object.assign(late, before)
  onTestFinished(async () => {
    await scope.close()
    await rm(path.join(project.parent, 'blobs'), { recursive: true, force: true })
  })
  const publish = (sessionId: SessionId, ...events: NewDurableEvent[]) => log.bus.publish(sessionId, events)
  publish(CHAT, created(project.root, null))
  publish(CHILD, created(project.root, CHAT))
  const as = (sessionId: SessionId, runId: RunId, callId: string) => (tool: string, args: unknown) => {
    const opened = project.toolbox.find(tool)?.open(args)
    if (opened?.ok !== true) throw new Error(`There is no tool ${tool} that takes this.`)
    return opened.call.run({ ...project.context, sessionId, runId, callId }, signal(), null)
  }
  const undo = async (scopeOf: CheckpointScope) => {
    const { files } = await checkpoints.undo({ sessionId: CHAT, scope: scopeOf }, signal())
    return files.map(({ path: shown, outcome }) => [shown, outcome])
  }
  return { ...project, checkpoints, publish, as, undo, late, db: log.db }
}

function created(cwd: string, parent: SessionId | null): NewDurableEvent {
  return {
    kind: 'session.created',
    payload: {
      kind: parent === null ? 'chat' : 'child',
      cwd,
      projectId: null,
      deviceId: 'dev_00000001' as never,
      meta: {
        title: 'A test',
        projectId: null,
        model: 'orrery/practice' as never,
        thinking: 'off',
        archived: false,
        permissionMode: 'ask',
        activeContextId: null,
      },
      ...(parent === null ? {} : { parentSessionId: parent, parentRunId: RUN }),
    },
  }
}

function said(id: EventId, role: 'user' | 'assistant', callId: string | null): NewDurableEvent {
  const parts = callId === null ? [] : [{ t: 'tool_call' as const, callId, name: 'edit', args: {} }]
  return { kind: 'message', id, runId: RUN, payload: { message: { role, parts } } }
}

it('undoes what the tools did, by turn, from a message on, and by what was asked for', async () => {
  const { publish, as, undo, content, checkpoints } = await open()
  const [asked, first, second] = ['1', '2', '3'].map((digit) => EventId.parse(`evt_1000000${digit}`))
  if (asked === undefined || first === undefined || second === undefined) throw new Error('unreachable')
  publish(CHAT, said(asked, 'user', null), said(first, 'assistant', 'call 1'))
  await as(CHAT, RUN, 'call 1')('read', { path: 'a.txt' })
  await as(CHAT, RUN, 'call 1')('edit', { path: 'a.txt', old_text: 'one', new_text: 'two' })
  publish(CHAT, said(second, 'assistant', 'call 2'))
  await as(CHAT, RUN, 'call 2')('write', { path: 'new/b.txt', content: 'b' })

  const { files } = await checkpoints.preview(
    'undo',
    { sessionId: CHAT, scope: { of: 'after', eventId: asked } },
    signal(),
  )
  expect(files).toMatchObject([
    { path: 'a.txt', outcome: 'restore', diff: { diff: { added: 1, removed: 1 } } },
    { path: 'new/b.txt', outcome: 'delete' },
  ])
  expect(await undo({ of: 'after', eventId: second })).toEqual([['new/b.txt', 'delete']])
  expect(await undo({ of: 'turn', eventId: first })).toEqual([['a.txt', 'restore']])
  expect(await content('a.txt')).toBe('one\n')
  await checkpoints.redo({ sessionId: CHAT, scope: { of: 'turn', eventId: asked } }, signal())
  expect([await content('a.txt'), await content('new/b.txt')]).toEqual(['two\n', 'b'])
})

it.skipIf(process.platform === 'win32')('undoes what a command did, but for what git ignores', async () => {
  const { as, undo, put, content, checkpoints } = await open()
  await put('.gitignore', 'out/\n')
  const command =
    'mkdir out; echo made > out/made.txt; echo two > a.txt; echo new > b.txt; rm .gitignore; false'
  const { details } = await as(CHAT, RUN, 'call 1')('bash', { command })
  expect(details).toMatchObject({ files: { looked: true, changed: 1, removed: 1 } })
  const { files } = await checkpoints.files(CHAT, signal())
  // With the rule gone, what it hid is listed: it was made by this very command.
  expect(files.map((file) => [file.path, file.versions[0]?.byCommand]).sort()).toEqual([
    ['.gitignore', true],
    ['a.txt', true],
    ['b.txt', true],
    ['out/made.txt', true],
  ])
  expect((await undo({ of: 'run', runId: RUN })).sort()).toEqual([
    ['.gitignore', 'create'],
    ['a.txt', 'restore'],
    ['b.txt', 'delete'],
    ['out/made.txt', 'delete'],
  ])
  expect(await content('a.txt')).toBe('one\n')
})

it('undoes with a run what the agents did that it started', async () => {
  const { as, undo, checkpoints } = await open()
  await as(CHILD, CHILD_RUN, 'call 1')('write', { path: 'b.txt', content: 'b' })
  expect((await checkpoints.files(CHILD, signal())).files).toMatchObject([{ path: 'b.txt' }])
  expect(await undo({ of: 'run', runId: RUN })).toEqual([['b.txt', 'delete']])
})

it('lets go of copies when the log has forgotten their sessions, and not before', async () => {
  const { as, checkpoints, db } = await open()
  await as(CHAT, RUN, 'call 1')('read', { path: 'a.txt' })
  await as(CHAT, RUN, 'call 1')('write', { path: 'a.txt', content: 'two' })
  checkpoints.forgetGone()
  expect(checkpoints.usage(null).contents).toBe(1)
  db.prepare('DELETE FROM events WHERE session_id = ?').run(CHAT)
  checkpoints.forgetGone()
  expect(checkpoints.usage(null).contents).toBe(0)
})

it('does not let an agent overwrite what was put back before it has read it', async () => {
  const { as, undo } = await open()
  const call = as(CHAT, RUN, 'call 1')
  await call('read', { path: 'a.txt' })
  await call('edit', { path: 'a.txt', old_text: 'one', new_text: 'two' })
  await undo({ of: 'session' })
  await expect(call('edit', { path: 'a.txt', old_text: 'one', new_text: 'three' })).rejects.toThrow(
    'has changed since it was read',
  )
})

it('tells which files were to go back with the conversation when the app ended in between', async () => {
  const { publish, as, checkpoints } = await open()
  const asked = EventId.parse('evt_10000001')
  const begun = EventId.parse('evt_10000002')
  publish(CHAT, said(asked, 'user', null))
  await as(CHAT, RUN, 'call 1')('write', { path: 'b.txt', content: 'b' })
  await as(CHAT, RUN, 'call 2')('write', { path: 'c.txt', content: 'c' })
  const scope = { of: 'after', eventId: asked } as const
  const touched = await checkpoints.files(CHAT, signal())
  expect(touched.runs).toEqual([{ runId: RUN, eventId: asked, at: expect.any(Number), text: '' }])
  const files = touched.files.map(({ file, path: shown }) => ({ file, path: shown }))
  const payload = { because: 'rewind', direction: 'undo', scope, files } as const
  publish(CHAT, { kind: 'restore.begun', id: begun, payload })
  const [first] = files
  if (first === undefined) throw new Error('unreachable')
  await checkpoints.undo({ sessionId: CHAT, scope, files: [first.file] }, signal())

  const { unfinished } = await checkpoints.files(CHAT, signal())
  expect(unfinished).toMatchObject({ begun, because: 'rewind', direction: 'undo' })
  expect(unfinished?.files.map(({ path: shown, done }) => [shown, done])).toEqual([
    ['b.txt', true],
    ['c.txt', false],
  ])
  publish(CHAT, { kind: 'restore.ended', payload: { begun, files: [] } })
  expect((await checkpoints.files(CHAT, signal())).unfinished).toBeNull()
})

it('names what is written beside a file before it is written, for as long as a crash could leave it there', async () => {
  const { as, late, db, root } = await open()
  const records = () =>
    db
      .prepare<[], { record: string }>('SELECT record FROM file_versions ORDER BY id')
      .all()
      .map(({ record }) => JSON.parse(record).draft)
  const begun: unknown[] = []
  const { beforeChange } = late
  late.beforeChange = async (call, next, until) => {
    const settle = await beforeChange(call, next, until)
    begun.push(...records())
    // The file name is unique to this test; an existing file is the one being written.
    if (next.path.endsWith('c.txt')) await writeFile(next.draft, '')
    return settle
  }
  const write = as(CHAT, RUN, 'call 1')
  await write('write', { path: 'b.txt', content: 'b' })
  expect(begun).toEqual([expect.stringMatching(/\.orrery-[0-9a-f]{12}\.tmp$/)])
  expect([path.dirname(String(begun[0])), records()]).toEqual([root, [undefined]])
  await expect(write('write', { path: 'c.txt', content: 'c' })).rejects.toThrow('EEXIST')
  expect((await readdir(root)).sort()).toEqual(['a.txt', 'b.txt'])
})

it('lists what a command changes in an extra folder of the chat, and undoes it with the rest', async () => {
  const { publish, as, undo, parent, checkpoints } = await open()
  const extra = path.join(parent, 'tide tables')
  await mkdir(extra)
  await writeFile(path.join(extra, 'moon.txt'), 'still')
  publish(CHAT, { kind: 'session.meta', payload: { changes: { folders: [extra] } } })
  const command = `echo high > '${extra}/moon.txt' && echo new > '${extra}/sun.txt' && echo two > a.txt`
  const answer = await as(CHAT, RUN, 'call 1')('bash', { command })
  expect(answer).toMatchObject({ details: { files: { looked: true, added: 1, changed: 2, removed: 0 } } })
  const { files } = await checkpoints.files(CHAT, signal())
  expect(files.map((file) => file.path).sort()).toEqual([`${extra}/moon.txt`, `${extra}/sun.txt`, 'a.txt'])
  await undo({ of: 'run', runId: RUN })
  expect(await readFile(path.join(extra, 'moon.txt'), 'utf8')).toBe('still')
  expect(await readdir(extra)).toEqual(['moon.txt'])
})

it('says so of an extra folder around the folder of the chat', async () => {
  const { publish, as, parent } = await open()
  publish(CHAT, { kind: 'session.meta', payload: { changes: { folders: [parent] } } })
  expect(await as(CHAT, RUN, 'call 1')('bash', { command: 'echo two > a.txt' })).toMatchObject({
    details: { files: { looked: true, changed: 1, notSeen: 1 } },
  })
})
