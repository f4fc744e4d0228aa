import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openTestLog } from '../../../../test/support/data/open-log.ts'
import { createRedactor } from '../../lib/redact.ts'
import { createSessionLogs } from './session-logs.ts'

it('writes what happens in a chat and its subagents to one file, without words and without secrets', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'session logs '))
  onTestFinished(() => rm(folder, { recursive: true }))
  const log = openTestLog()
  const redact = createRedactor()
  redact.add('hunter2-secret')
  const logs = createSessionLogs({
    folder: join(folder, 'sessions'),
    redact,
    clock: { now: () => 0 },
    sessionOf: (id) => log.store.folds(id).session,
    subscribe: log.bus.subscribe,
  })
  const chat = log.newId('session')
  const child = log.newId('session')
  const meta = {
    title: 'Words of the chat',
    projectId: null,
    model: 'test/m',
    thinking: 'off',
    archived: false,
    permissionMode: 'ask',
    activeContextId: log.newId('context'),
  } as const
  const created = { cwd: '/tmp', projectId: null, deviceId: log.newId('device'), meta } as const
  log.bus.publish(chat, [{ kind: 'session.created', payload: { kind: 'chat', ...created } }] as never)
  log.bus.publish(child, [
    { kind: 'session.created', payload: { kind: 'child', parentSessionId: chat, ...created } },
    {
      kind: 'message',
      payload: { message: { role: 'user', parts: [{ t: 'text', text: 'words that nobody logs' }] } },
    },
  ] as never)
  log.bus.live(chat, {
    kind: 'request.retry',
    payload: {
      attempt: 1,
      delayMs: 500,
      error: { code: 'llm.stream', message: 'The key hunter2-secret was refused.', recoverable: true },
    },
  } as never)
  log.bus.flush(chat)
  await logs.close()
  expect(await readdir(join(folder, 'sessions'))).toEqual([`${chat}.log`])
  const text = await readFile(join(folder, 'sessions', `${chat}.log`), 'utf8')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ level, message, data }) => [level, message, data.subagent ?? null])).toEqual([
    ['info', 'Chat created', null],
    ['info', 'Chat created', child],
    ['info', 'Message sent', child],
    ['warn', 'Request retried', null],
  ])
  expect(text).not.toMatch(/hunter2|words that|Words of/)
})
