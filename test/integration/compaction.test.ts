import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WindowMessage } from '#shared/events/delivery.ts'
import type { SessionId } from '#shared/ids.ts'
import { openHeadless } from '../../src/main/headless.ts'
import { callScript, type Script, textScript } from '../support/model-script.ts'
import { createModelServer, type ModelServer } from '../support/model-server.ts'

const CALLER = { windowId: 1 }

let server: ModelServer
let folder: string
let close = async () => {}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery compaction 中文 '))
  server = await createModelServer()
  await mkdir(join(folder, 'home'), { recursive: true })
  await mkdir(join(folder, 'project'), { recursive: true })
})
afterEach(async () => {
  await close()
  await server.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const config = (baseUrl: string, contextWindow: number) => `[model]
type = "custom"
api = "openai-completions"
provider = "test"
id = "scripted"
baseUrl = "${baseUrl}"
contextWindow = ${contextWindow}
maxTokens = 2000
reasoning = false
`

const TOO_LONG: Script = {
  status: 400,
  body: {
    error: {
      code: 'context_length_exceeded',
      type: 'invalid_request_error',
      message: "This model's maximum context length is 8192 tokens.",
    },
  },
}

/** The whole app without windows and a chat with a long beginning. */
async function start(contextWindow: number) {
  await writeFile(join(folder, 'home', 'config.toml'), config(server.baseUrl, contextWindow))
  const send = (_window: number, _message: WindowMessage) => {}
  const app = await openHeadless({ home: join(folder, 'home'), send })
  close = app.close
  app.windowOpened(CALLER.windowId)
  const { handlers } = app
  const project = await handlers['project.add']({ path: join(folder, 'project') }, CALLER)
  const target = {
    to: 'project' as const,
    projectId: project.id,
    model: 'test/scripted',
    permissionMode: 'ask' as const,
  }
  const begin = async (text: string): Promise<SessionId> => {
    const { sessionId } = await handlers['session.send']({ target, text, images: [] }, CALLER)
    await app.idle()
    return sessionId
  }
  const more = async (sessionId: SessionId, text: string) => {
    await handlers['session.send']({ target: { to: 'session', sessionId }, text, images: [] }, CALLER)
    await app.idle()
  }
  const look = (sessionId: SessionId) => handlers['session.attach']({ sessionId, tail: 100 }, CALLER)
  return { app, handlers, begin, more, look }
}

type Sent = { readonly messages: readonly { readonly role: string; readonly content: unknown }[] }
const sent = (at: number) =>
  server.requests.filter(({ path }) => path.endsWith('completions'))[at]?.body as Sent
const saidIn = (at: number) => JSON.stringify(sent(at)?.messages)
const LONG = 'The tide rises and falls. '.repeat(150)

describe('a chat that grows too long', () => {
  it('is compacted when the server refuses it, and the same turn is answered', async () => {
    server.enqueue(textScript(`First. ${LONG}`), textScript('Second.'))
    server.enqueue(TOO_LONG, textScript('They spoke of the tide.'), textScript('Third.'))
    const { begin, more, look } = await start(100_000)
    const sessionId = await begin('What is the tide?')
    await more(sessionId, 'How often?')
    await more(sessionId, 'Why?')

    const { path, folds } = await look(sessionId)
    expect(path.map(({ kind }) => kind).slice(-3)).toEqual(['message', 'compact', 'message'])
    const [chat, system] = Object.values(folds.runs).slice(-2)
    expect(chat).toMatchObject({ kind: 'chat', status: 'completed', turns: 1 })
    expect(system).toMatchObject({ kind: 'system', status: 'completed', parentRunId: chat?.runId })
    expect(saidIn(3)).toContain('<conversation>')
    expect(String(sent(3).messages[0]?.content)).toContain('You sum up the older part')
    expect(saidIn(4)).toContain('They spoke of the tide.')
    expect(saidIn(4)).toContain('Why?')
    expect(saidIn(4)).not.toContain('rises and falls')
  })

  it('is compacted before a request that would not fit, in the middle of a run', async () => {
    const read = (id: string) => callScript([{ id, name: 'read', args: { path: `${id}.txt` } }])
    const page = Array.from({ length: 400 }, (_, line) => `${line} The tide rises and falls.`).join('\n')
    for (const id of ['c1', 'c2', 'c3']) await writeFile(join(folder, 'project', `${id}.txt`), page)
    server.enqueue(
      read('c1'),
      read('c2'),
      read('c3'),
      textScript('They read the files.'),
      textScript('Done.'),
    )
    const { begin, look } = await start(24_000)
    const sessionId = await begin('Read all three')
    const { path, folds } = await look(sessionId)
    expect(path.filter(({ kind }) => kind === 'compact')).toHaveLength(1)
    expect(Object.values(folds.runs).map(({ kind, status }) => [kind, status])).toEqual([
      ['chat', 'completed'],
      ['system', 'completed'],
    ])
    expect(saidIn(4)).toContain('Read all three')
    expect(saidIn(4)).toContain('They read the files.')
  })

  it('is compacted when the person asks for it, can be taken back, and says what it gained', async () => {
    server.enqueue(textScript(`First. ${LONG}`), textScript('Second.'), textScript('They spoke of the tide.'))
    const { app, handlers, begin, more, look } = await start(100_000)
    const sessionId = await begin('What is the tide?')
    await more(sessionId, 'How often?')
    const preview = await handlers['session.compactPreview']({ sessionId }, CALLER)
    expect(preview).toMatchObject({ summarised: 2, kept: 2 })
    await handlers['session.compact']({ sessionId, note: 'Mind the hours' }, CALLER)
    await app.idle()
    const compact = (await look(sessionId)).path.at(-1)
    expect(compact).toMatchObject({
      kind: 'compact',
      payload: { summary: 'They spoke of the tide.', tokensBefore: preview?.before, trigger: 'manual' },
    })
    expect(saidIn(2)).toContain('Mind the hours')
    await handlers['session.undoCompact']({ sessionId }, CALLER)
    expect((await look(sessionId)).path.map(({ kind }) => kind)).not.toContain('compact')
    await handlers['session.visit']({ sessionId, eventId: compact?.id as never }, CALLER)
    expect((await look(sessionId)).path.at(-1)?.id).toBe(compact?.id)
  })
})
