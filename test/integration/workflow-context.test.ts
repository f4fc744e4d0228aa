import { resolve } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { type BuiltSandbox, buildSandbox } from '../support/disk/script-sandbox.ts'
import {
  type AgentHost,
  CALLER,
  openAgentHost,
  type SentRequest,
  wordsOf,
} from '../support/hosts/agent-host.ts'
import { textScript } from '../support/models/model-script.ts'
import { NO_INDEX } from '../support/rigs/knowledge/no-index.ts'

const ASK_TWO = `export const meta = { name: 'ask-two', description: 'Asks two agents.' }
const bridged = await agent('TASK-BRIDGED', { context: 'bridge' })
const fresh = await agent('TASK-FRESH')
return [bridged, fresh]`

let sandbox: BuiltSandbox
let host: AgentHost
let app: Awaited<ReturnType<AgentHost['start']>>

beforeAll(async () => {
  sandbox = await buildSandbox()
})
beforeEach(async () => {
  const respond = ({ body }: { readonly body: unknown }) =>
    textScript(newest(body as SentRequest).includes('comma') ? 'The fault is in parse.ts:12.' : 'Fine.')
  const files = {
    scriptWorker: sandbox.worker,
    indexWorker: NO_INDEX,
    walWorker: NO_INDEX,
    homeWorker: NO_INDEX,
    pageReader: NO_INDEX,
    workflows: resolve('resources/workflows'),
  }
  host = await openAgentHost({ respond }, files)
  await host.put('home/workflows/ask-two.js', ASK_TWO)
  app = await host.start()
})
afterEach(() => host.close())

const newest = (request: SentRequest) => JSON.stringify(request.messages.at(-1))
/** What the agent that was given this task was sent. */
const sentTo = (task: string) => host.sent().findLast((request) => newest(request).includes(task))

async function talk(text: string): Promise<SessionId> {
  const sessionId = await app.begin(text)
  await app.app.idle()
  return sessionId
}

const runs = async () =>
  (await app.handlers['workflow.runs']({ projectId: app.project.id, offset: 0, limit: 9 }, CALLER)).runs
const over = () => app.until(async () => (await runs()).every(({ state }) => state !== 'running'))

it('hands the gist of the launching chat to an agent that asks for it, and to no other', async () => {
  await talk('In another chat: the password of the door is swordfish.')
  const chat = await talk('The parser drops the last comma. Leave the lexer alone.')
  await app.say(chat, '/ask-two')
  await over()

  const bridged = sentTo('TASK-BRIDGED')
  expect(bridged?.messages.slice(1).map(({ role }) => role)).not.toContain('system')
  expect(wordsOf(bridged)).toContain('The parser drops the last comma. Leave the lexer alone.')
  expect(wordsOf(bridged)).toContain('The fault is in parse.ts:12.')
  expect(wordsOf(bridged)).toMatch(/<launching-chat title=.{1,3}The parser drops/)
  expect(wordsOf(bridged)).not.toContain('swordfish')
  expect(wordsOf(sentTo('TASK-FRESH'))).not.toContain('comma')
})

it('hands on what the chat said when the run was started, also to a fork of it', async () => {
  const chat = await talk('The parser drops the last comma.')
  await app.say(chat, '/ask-two')
  await over()
  await app.say(chat, 'Something said afterwards.')
  const [run] = await runs()
  if (run === undefined) throw new Error('no run was started')
  const prompt = { agentId: 1, text: 'TASK-BRIDGED again' }
  await app.handlers['workflow.fork']({ workflowRunId: run.id, prompt, reuseEdits: false }, CALLER)
  await over()
  expect(wordsOf(sentTo('TASK-BRIDGED again'))).toContain('The parser drops the last comma.')
  expect(wordsOf(sentTo('TASK-BRIDGED again'))).not.toContain('Something said afterwards.')
})

it('hands nothing on from a chat that is only told of the end', async () => {
  const chat = await talk('The parser drops the last comma.')
  const source = { from: 'saved' as const, name: 'ask-two', source: 'user' as const }
  const launch = { launcherSessionId: chat, source, args: null, concurrency: 3, budget: null }
  await app.handlers['workflow.launch']({ ...launch, projectId: app.project.id }, CALLER)
  await over()
  expect(wordsOf(sentTo('TASK-BRIDGED'))).not.toContain('comma')
})

it('hands nothing on from a chat that was thrown away', async () => {
  const chat = await talk('The parser drops the last comma.')
  await app.say(chat, '/ask-two')
  await over()
  await app.handlers['session.delete']({ sessionId: chat }, CALLER)
  const [run] = await runs()
  if (run === undefined) throw new Error('no run was started')
  const prompt = { agentId: 1, text: 'TASK-BRIDGED again' }
  await app.handlers['workflow.fork']({ workflowRunId: run.id, prompt, reuseEdits: false }, CALLER)
  await over()
  expect(wordsOf(sentTo('TASK-BRIDGED again'))).not.toContain('comma')
})
