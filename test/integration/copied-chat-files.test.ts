import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CheckpointScope } from '#shared/checkpoint/checkpoint.ts'
import type { EventId, SessionId } from '#shared/ids.ts'
import { CALLER } from '../support/hosts/agent-host.ts'
import { openRuleHost, type RuleHost } from '../support/hosts/rule-host.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

let host: RuleHost

beforeEach(async () => {
  host = await openRuleHost()
})
afterEach(() => host.close())

const write = (path: string, content: string) => callScript([{ name: 'write', args: { path, content } }])
const onDisk = (name: string) => readFile(join(host.folder, 'project', name), 'utf8').catch(() => null)

/** A chat in which one file was written, another one on a branch that was left, and a third afterwards. */
async function withThreeFiles() {
  host.answer(
    ['FIRST', write('one.txt', '1')],
    ['ASIDE', write('aside.txt', 'x')],
    ['LAST', write('two.txt', '2')],
    ['"role":"tool"', textScript('Written.')],
  )
  const app = await host.start()
  const { handlers } = app
  const sessionId = await app.begin('FIRST', { permissionMode: 'accept_edits' })
  await app.app.idle()
  const rest = (await app.look(sessionId)).path.at(-1)?.id as EventId
  await app.say(sessionId, 'ASIDE')
  await handlers['session.rewind']({ sessionId, to: rest }, CALLER)
  await app.say(sessionId, 'LAST')
  const fork = async (from: SessionId, eventId: EventId | null) =>
    (await handlers['session.fork']({ sessionId: from, eventId }, CALLER)).sessionId
  const files = async (of: SessionId) => {
    const touched = await handlers['checkpoint.files']({ sessionId: of }, CALLER)
    const named = touched.files.map(({ path, versions }) => [path, versions.map(({ undone }) => undone)])
    return { named, runs: touched.runs.map(({ text }) => text) }
  }
  const undo = async (of: SessionId, scope: CheckpointScope = { of: 'session' }) =>
    (await handlers['checkpoint.undo']({ sessionId: of, scope, force: [] }, CALLER)).files.map(
      ({ path, outcome }) => [path, outcome],
    )
  return { ...app, sessionId, rest, fork, files, undo }
}

it('lists and undoes in a copy what was changed in the part it has, and nothing of other branches', async () => {
  const { sessionId, fork, files, undo } = await withThreeFiles()
  const copy = await fork(sessionId, null)
  expect(await files(copy)).toEqual({
    named: [
      ['one.txt', [false]],
      ['two.txt', [false]],
    ],
    runs: ['FIRST', 'LAST'],
  })
  expect(await undo(copy)).toEqual([
    ['two.txt', 'delete'],
    ['one.txt', 'delete'],
  ])
  expect(await Promise.all(['one.txt', 'two.txt', 'aside.txt'].map(onDisk))).toEqual([null, null, 'x'])
  // The disk has one history, so the chat it was copied from tells the same.
  expect((await files(sessionId)).named).toContainEqual(['one.txt', [true]])
})

it('knows in a copy of a copy which files go back with a message', async () => {
  const { sessionId, rest, fork, files, undo, look } = await withThreeFiles()
  expect((await files(await fork(sessionId, rest))).named).toEqual([['one.txt', [false]]])
  const second = await fork(await fork(sessionId, null), null)
  const asked = (await look(second)).path.findLast(
    (event) => event.kind === 'message' && event.payload.message.role === 'user',
  )?.id as EventId
  expect(await undo(second, { of: 'after', eventId: asked })).toEqual([['two.txt', 'delete']])
  expect(await onDisk('one.txt')).toBe('1')
})

it('keeps what a copy needs when the chat it was made of is deleted for good', async () => {
  const { sessionId, fork, files, undo, handlers } = await withThreeFiles()
  const copy = await fork(sessionId, null)
  await handlers['session.delete']({ sessionId }, CALLER)
  await handlers['session.emptyBin']({}, CALLER)
  expect((await files(copy)).named).toHaveLength(2)
  expect(await undo(copy)).toHaveLength(2)
  expect(await onDisk('two.txt')).toBeNull()
})
