import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { currentPlan } from '#shared/plan/plan.ts'
import { openHeadless } from '../../src/main/headless.ts'
import { callScript, textScript } from '../support/model-script.ts'
import { createModelServer, type ModelServer } from '../support/model-server.ts'

const CALLER = { windowId: 1 }
const CONFIG = (baseUrl: string) => `[model]
type = "custom"
api = "openai-completions"
provider = "test"
id = "scripted"
baseUrl = "${baseUrl}"
contextWindow = 100000
maxTokens = 2000
reasoning = false
`

let server: ModelServer
let folder: string
let close = async () => {}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery plans 中文 '))
  server = await createModelServer()
  await mkdir(join(folder, 'home'), { recursive: true })
  await mkdir(join(folder, 'project'), { recursive: true })
})
afterEach(async () => {
  await close()
  await server.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function start() {
  await close()
  await writeFile(join(folder, 'home', 'config.toml'), CONFIG(server.baseUrl))
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
  const stepsOf = async (sessionId: SessionId) =>
    currentPlan((await look(sessionId)).folds.plans)?.steps.map(({ title, status }) => [title, status])
  return { app, handlers, say, look, stepsOf }
}

type Sent = { readonly messages: readonly { readonly role: string; readonly content: unknown }[] }
/** The messages of a request, without what the app itself says first. */
const told = (at: number): string => {
  const body = server.requests.filter(({ path }) => path.endsWith('completions')).at(at)?.body as Sent
  return body.messages
    .slice(1)
    .map(({ content }) => content)
    .join('\n---\n')
}

const list = (...states: readonly string[]) => ({
  goal: 'Mend the import',
  steps: states.map((status, at) => ({ title: `Step ${at + 1}`, status })),
})

it('an agent keeps a list of steps, and the list outlives the app, going back and a summary', async () => {
  const first = await start()
  server.enqueue(
    callScript([{ name: 'plan', args: list('running', 'pending', 'pending') }]),
    callScript([{ name: 'plan', args: list('completed', 'failed', 'running') }]),
    textScript(`Two are behind me. ${'A word more. '.repeat(3_000)}`),
    textScript('Yes.'),
  )
  const sessionId = await first.say('Mend the import.')
  await first.say('Really?', sessionId)
  const stands = [
    ['Step 1', 'completed'],
    ['Step 2', 'failed'],
    ['Step 3', 'running'],
  ]
  expect(await first.stepsOf(sessionId)).toEqual(stands)

  const again = await start()
  expect(await again.stepsOf(sessionId)).toEqual(stands)
  server.enqueue(textScript('We mended half of the import.'), textScript('On with it.'))
  await again.handlers['session.compact']({ sessionId, note: '' }, CALLER)
  await again.app.idle()
  await again.say('Go on.', sessionId)
  const { path } = await again.look(sessionId)
  await again.handlers['session.rewind']({ sessionId, to: path[0]?.id ?? null }, CALLER)
  expect(told(-1)).toContain('The list of steps as it stands:\n[x] Step 1\n[!] Step 2\n[>] Step 3')
  expect(await again.stepsOf(sessionId)).toEqual(stands)
})
