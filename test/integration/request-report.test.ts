import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { openHeadless } from '../../src/main/headless.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { createModelServer, type ModelServer } from '../support/models/model-server.ts'
import { modelTable } from '../support/models/model-table.ts'
import { NO_INDEX } from '../support/rigs/knowledge/no-index.ts'

const CALLER = { windowId: 1 }
/** Looks like a key, so that it is hidden although nobody stored it. */
const KEY = 'sk-test-0123456789abcdefghij'

let server: ModelServer
let folder: string
let closes: (() => Promise<void>)[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery request 中文 '))
  server = await createModelServer()
  closes = []
  await put('home/config.toml', config(server.baseUrl))
  await put('project/AGENTS.md', 'Answer in verse.\n')
  await put('project/key.txt', `The key is ${KEY}.\n`)
})
afterEach(async () => {
  for (const close of closes) await close()
  await server.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function put(file: string, text: string): Promise<void> {
  const path = join(folder, file)
  await mkdir(resolve(path, '..'), { recursive: true })
  await writeFile(path, text)
}

const config = (baseUrl: string) => modelTable('model', baseUrl, { maxTokens: 4_000 })

async function start() {
  let clipboard = ''
  const writeClipboard = async (text: string) => {
    clipboard = text
  }
  const files = {
    scriptWorker: new URL('file:///none.js'),
    indexWorker: NO_INDEX,
    walWorker: NO_INDEX,
    homeWorker: NO_INDEX,
    pageReader: NO_INDEX,
    workflows: resolve('resources/workflows'),
  }
  const home = join(folder, 'home')
  const app = await openHeadless({ home, files, send: () => {}, shell: { writeClipboard } })
  closes.push(app.close)
  app.windowOpened(CALLER.windowId)
  const { handlers } = app
  const known = await handlers['project.list']({}, CALLER)
  const project = known[0] ?? (await handlers['project.add']({ path: join(folder, 'project') }, CALLER))
  const say = async (text: string, to?: SessionId): Promise<SessionId> => {
    const target =
      to === undefined
        ? {
            to: 'project' as const,
            projectId: project.id,
            model: 'test/scripted',
            permissionMode: 'bypass' as const,
          }
        : { to: 'session' as const, sessionId: to }
    const { sessionId } = await handlers['session.send']({ target, text, images: [] }, CALLER)
    await app.idle()
    return sessionId
  }
  return { app, handlers, say, clipboard: () => clipboard }
}

const sent = () => server.requests.filter(({ path }) => path.endsWith('completions')).map(({ body }) => body)
const systemOf = (body: unknown) =>
  String((body as { readonly messages: readonly { readonly content: unknown }[] }).messages[0]?.content)

it('reports on the last request as it was sent, and copies what the server got, without secrets', async () => {
  const { handlers, say, clipboard } = await start()
  server.enqueue(callScript([{ name: 'read', args: { path: 'key.txt' } }]), textScript('I read it.'))
  const sessionId = await say('Read the key.')
  const report = await handlers['context.report']({ sessionId, when: 'last' }, CALLER)
  expect(report).toMatchObject({ source: 'kept', model: 'test/scripted' })
  expect(report?.rows.map(({ who, outcome }) => [who, outcome])).toEqual([
    ['you', 'kept'],
    ['assistant', 'kept'],
    ['tool', 'kept'],
  ])
  const path = (await handlers['session.attach']({ sessionId, tail: 50 }, CALLER)).path
  expect(report?.rows.map((row) => row.eventId)).toEqual(path.slice(0, 3).map((event) => event.id))

  const taken = await handlers['context.copyRequest']({ sessionId, when: 'last' }, CALLER)
  expect(taken).toMatchObject({ unread: 0, characters: clipboard().length })
  expect(taken.secrets).toBeGreaterThan(0)
  const got = JSON.stringify(sent().at(-1))
  expect(got).toContain(KEY)
  expect(clipboard()).not.toContain(KEY)
  expect(JSON.parse(clipboard())).toEqual(JSON.parse(got.replaceAll(KEY, '[secret]')))
})

it('says after a restart what the last request held, made again from the log', async () => {
  const first = await start()
  server.enqueue(textScript('A verse.'))
  const sessionId = await first.say('Go.')
  const kept = await first.handlers['context.report']({ sessionId, when: 'last' }, CALLER)
  await first.app.close()
  const { handlers } = await start()
  const rebuilt = await handlers['context.report']({ sessionId, when: 'last' }, CALLER)
  expect(rebuilt).toMatchObject({ source: 'rebuilt', total: kept?.total, fixed: kept?.fixed })
  expect(rebuilt?.rows).toEqual(kept?.rows)
  const next = await handlers['context.report']({ sessionId, when: 'next' }, CALLER)
  expect(next?.rows).toHaveLength(2)
})

it('asks for the effort of the chat in the request that comes next', async () => {
  await put('home/config.toml', modelTable('model', server.baseUrl, { reasoning: true }))
  const { handlers, say, clipboard } = await start()
  server.enqueue(textScript('Yes.'))
  const sessionId = await say('Think.')
  await handlers['session.update']({ sessionId, changes: { effort: 'high' } }, CALLER)
  await handlers['context.copyRequest']({ sessionId, when: 'next' }, CALLER)
  expect(JSON.parse(clipboard())).toMatchObject({ reasoning_effort: 'high' })
})

it('sees that a file of instructions changed, and tells the model when the person says so, and takes it back', async () => {
  const { handlers, say } = await start()
  server.enqueue(textScript('One.'), textScript('Two.'), textScript('Three.'), textScript('Four.'))
  const sessionId = await say('One?')
  const view = () => handlers['instructions.view']({ sessionId }, CALLER)
  expect(await view()).toMatchObject({ changed: 0, files: [{ text: 'Answer in verse.', state: 'same' }] })

  await put('project/AGENTS.md', 'Answer in prose.\n')
  expect(await view()).toMatchObject({
    changed: 1,
    files: [{ state: 'changed', diff: { added: 1, removed: 1 } }],
  })
  await say('Two?', sessionId)
  expect(systemOf(sent()[1])).toContain('Answer in verse.')

  const { before } = await handlers['instructions.refresh']({ sessionId }, CALLER)
  expect(await view()).toMatchObject({ changed: 0 })
  await say('Three?', sessionId)
  expect(systemOf(sent()[2])).toContain('Answer in prose.')

  await handlers['instructions.restore']({ sessionId, eventId: before }, CALLER)
  expect(await view()).toMatchObject({ changed: 1 })
  await say('Four?', sessionId)
  expect(systemOf(sent()[3])).toContain('Answer in verse.')
})
