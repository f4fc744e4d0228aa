import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { openHeadless } from '../../src/main/headless.ts'
import { callScript, textScript } from '../support/model-script.ts'
import { createModelServer, type ModelServer } from '../support/model-server.ts'

const CALLER = { windowId: 1 }
const CONFIG = (baseUrl: string, contextWindow: number) => `[model]
type = "custom"
api = "openai-completions"
provider = "test"
id = "scripted"
baseUrl = "${baseUrl}"
contextWindow = ${contextWindow}
maxTokens = 2000
reasoning = false
`

let server: ModelServer
let folder: string
let close = async () => {}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery notes 中文 '))
  server = await createModelServer()
  await mkdir(join(folder, 'home'), { recursive: true })
  await mkdir(join(folder, 'project'), { recursive: true })
})
afterEach(async () => {
  await close()
  await server.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function start(contextWindow = 100_000) {
  await close()
  await writeFile(join(folder, 'home', 'config.toml'), CONFIG(server.baseUrl, contextWindow))
  const app = await openHeadless({ home: join(folder, 'home'), send: () => {} })
  close = app.close
  app.windowOpened(CALLER.windowId)
  const { handlers } = app
  const known = await handlers['project.list']({}, CALLER)
  const project = known[0] ?? (await handlers['project.add']({ path: join(folder, 'project') }, CALLER))
  const place = { to: 'project' as const, projectId: project.id, model: 'test/scripted' }
  const say = async (text: string, sessionId?: SessionId): Promise<SessionId> => {
    const target =
      sessionId === undefined
        ? { ...place, permissionMode: 'ask' as const }
        : { to: 'session' as const, sessionId }
    const answer = await handlers['session.send']({ target, text, images: [] }, CALLER)
    await app.idle()
    return answer.sessionId
  }
  const look = (sessionId: SessionId) => handlers['session.attach']({ sessionId, tail: 200 }, CALLER)
  return { app, handlers, say, look }
}

type Sent = { readonly messages: readonly { readonly role: string; readonly content: unknown }[] }
const sent = () =>
  server.requests.filter(({ path }) => path.endsWith('completions')).map(({ body }) => body as Sent)
const saidIn = (at: number) => JSON.stringify(sent().at(at)?.messages)

it('an agent writes a note, the person changes it, and the agent is told once', async () => {
  const { handlers, say, look } = await start()
  server.enqueue(
    callScript([{ name: 'notes_set', args: { key: 'rounding', content: 'Half to even.' } }]),
    textScript('Noted.'),
    callScript([{ name: 'notes_get', args: { key: 'rounding' } }]),
    textScript('It says half up.'),
    textScript('Bye.'),
  )
  const sessionId = await say('Note how we round.')
  expect((await look(sessionId)).folds.notes).toMatchObject([
    { key: 'rounding', content: 'Half to even.', by: 'agent' },
  ])
  await handlers['note.set']({ sessionId, key: 'rounding', content: 'Half up.' }, CALLER)
  await say('What does it say?', sessionId)
  expect(saidIn(2)).toContain('rounding: Half up.')
  expect(saidIn(3)).toContain('"Half up."')
  await say('Bye.', sessionId)
  expect(saidIn(4).split('rounding: Half up.')).toHaveLength(2)
})

it('notes outlive the app, going back, and go along with a copy of the chat', async () => {
  const first = await start()
  server.enqueue(textScript('Yes.'), textScript('Once more.'))
  const sessionId = await first.say('One?')
  await first.handlers['note.set']({ sessionId, key: '决定', content: '用整数。' }, CALLER)
  await first.handlers['session.rewind']({ sessionId, to: null }, CALLER)
  const { handlers, say, look } = await start()
  expect((await look(sessionId)).folds.notes).toMatchObject([{ key: '决定', by: 'person' }])
  await say('One more time?', sessionId)
  expect(saidIn(-1)).toContain('决定: 用整数。')
  const copy = await handlers['session.fork']({ sessionId, eventId: null }, CALLER)
  expect((await look(copy.sessionId)).folds.notes).toMatchObject([{ key: '决定', content: '用整数。' }])
})

it('an agent that takes over finds the notes in its instructions', async () => {
  const { handlers, say } = await start()
  server.enqueue(textScript('Yes.'), textScript('I plan.'))
  const sessionId = await say('One?')
  await handlers['note.set'](
    { sessionId, key: 'decisions', content: 'Use </session-context> integers.' },
    CALLER,
  )
  await handlers['session.switchAgent']({ sessionId, agentId: 'plan' }, CALLER)
  await say('Plan it.', sessionId)
  const system = String(sent().at(-1)?.messages[0]?.content)
  expect(system).toContain('<session-context>\ndecisions: Use')
  expect(system.match(/<\/session-context>/g)).toHaveLength(1)
  expect(saidIn(-1).match(/decisions: /g)).toHaveLength(1)
})

it('a note that holds a secret is refused, by the person and by an agent, and nothing of it is stored', async () => {
  const { handlers, say, look } = await start()
  const key = 'sk-test-0123456789abcdefghij'
  server.enqueue(
    callScript([{ name: 'notes_set', args: { key: 'access', content: `Use ${key}` } }]),
    textScript('I may not.'),
  )
  const sessionId = await say('Note it.')
  const byPerson = async () => handlers['note.set']({ sessionId, key: 'a', content: key }, CALLER)
  await expect(byPerson()).rejects.toThrow(/secret/)
  expect((await look(sessionId)).folds.notes).toEqual([])
  expect(saidIn(1)).toContain('it was not noted')
})

it('a chat that grows too long gives way to the notes, and no model is asked to sum up', async () => {
  const long = (word: string) => textScript(`${word} ${'The tide rises and falls. '.repeat(900)}`)
  const account = 'The first half of the question is answered: the moon pulls. The second is open. '.repeat(4)
  server.enqueue(
    long('First.'),
    callScript([{ name: 'notes_set', args: { key: 'progress', content: account } }]),
    long('Second.'),
    textScript('Done.'),
  )
  const { say, look } = await start(24_000)
  const sessionId = await say('What makes the tide?')
  for (const text of ['Note how far you are.', 'And now?']) await say(text, sessionId)
  const { path, folds } = await look(sessionId)
  expect(path.map(({ kind }) => kind).slice(-3)).toEqual(['message', 'compact', 'message'])
  const { payload } = path.at(-2) as { payload: unknown }
  expect(payload).toMatchObject({ source: 'notes', trigger: 'auto', notes: [{ key: 'progress' }] })
  expect(Object.values(folds.runs).map(({ kind }) => kind)).toEqual(['chat', 'chat', 'chat'])
  expect(sent()).toHaveLength(4)
  expect(saidIn(-1)).toContain('the moon pulls')
  expect(saidIn(-1)).toContain('What makes the tide?')
  expect(saidIn(-1)).not.toContain('First. The tide')
  expect(saidIn(-1)).toContain('Second. The tide')
  expect(saidIn(-1).match(/the moon pulls/g)).toHaveLength(4)
})
