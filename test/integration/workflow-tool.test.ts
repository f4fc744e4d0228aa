import { resolve } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import { type BuiltSandbox, buildSandbox } from '../support/disk/script-sandbox.ts'
import {
  type AgentHost,
  CALLER,
  openAgentHost,
  type SentRequest,
  wordsOf,
} from '../support/hosts/agent-host.ts'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import { NO_INDEX } from '../support/rigs/knowledge/no-index.ts'

const CHECK = `export const meta = { name: 'check-all', description: 'Checks everything there is.' }
return await agent('TASK ' + (args.what ?? 'all'))`

let sandbox: BuiltSandbox
let host: AgentHost
let app: Awaited<ReturnType<AgentHost['start']>>
let answer: Script | null

beforeAll(async () => {
  sandbox = await buildSandbox()
})
beforeEach(async () => {
  answer = null
  const respond = ({ body }: { readonly body: unknown }) =>
    newest(body as SentRequest).includes('GO') && answer !== null ? answer : textScript('Fine.')
  const files = {
    scriptWorker: sandbox.worker,
    indexWorker: NO_INDEX,
    walWorker: NO_INDEX,
    homeWorker: NO_INDEX,
    pageReader: NO_INDEX,
    workflows: resolve('resources/workflows'),
  }
  host = await openAgentHost({ respond }, files)
  await host.put('home/workflows/check.js', CHECK)
  app = await host.start()
})
afterEach(() => host.close())

const newest = (request: SentRequest) => JSON.stringify(request.messages.at(-1))
const runs = async () =>
  (await app.handlers['workflow.runs']({ projectId: app.project.id, offset: 0, limit: 9 }, CALLER)).runs
const over = () => app.until(async () => (await runs()).every(({ state }) => state !== 'running'))

/** The agent of a chat calls the tool; resolves once it asks the person. */
async function asking(
  args: Record<string, unknown>,
  words = 'GO',
): Promise<{ chat: SessionId; ask: Interaction }> {
  answer = callScript([{ name: 'workflow', args }])
  const chat = await app.begin(words)
  let ask: Interaction | undefined
  await app.until(async () => {
    ask = Object.values((await app.look(chat)).folds.interactions).find(({ callId }) => callId !== undefined)
    return ask !== undefined
  })
  if (ask === undefined) throw new Error('nothing was asked')
  return { chat, ask }
}

type Asking = Awaited<ReturnType<typeof asking>>

async function answerWith(outcome: 'approved' | 'denied', { chat, ask }: Asking): Promise<void> {
  await app.handlers['interaction.answer'](
    { sessionId: chat, requestId: ask.requestId, outcome, remember: { scope: 'once' } },
    CALLER,
  )
}

async function allow(asked: Asking): Promise<void> {
  await answerWith('approved', asked)
  await app.app.idle()
  await over()
}

/** The agent of a chat calls the tool and is refused before anybody is asked. */
async function refusedWith(args: Record<string, unknown>): Promise<string> {
  answer = callScript([{ name: 'workflow', args }])
  const chat = await app.begin('GO')
  await app.app.idle()
  expect(await runs()).toEqual([])
  expect((await app.look(chat)).folds.interactions).toEqual({})
  return wordsOf(host.sent().at(-1))
}

describe('the request to start a saved workflow', () => {
  it('says what it is for, where it lies, how far it may go, and its script', async () => {
    const { ask } = await asking({ name: 'check-all', title: 'Before the release' })
    expect(ask.preview).toEqual({
      kind: 'workflow',
      name: 'check-all',
      title: 'Before the release',
      script: CHECK,
      description: 'Checks everything there is.',
      origin: 'user',
      file: 'check.js',
      args: null,
      concurrency: 3,
      budget: 200_000,
      from: null,
    })
  })

  it('is put again when the file has changed meanwhile, and starts nothing before', async () => {
    const asked = await asking({ name: 'check-all', args: { what: 'tests' } })
    const changed = CHECK.replace('TASK', 'HARM')
    await host.put('home/workflows/check.js', changed)
    await answerWith('approved', asked)
    let again: Interaction | undefined
    await app.until(async () => {
      const { interactions } = (await app.look(asked.chat)).folds
      again = Object.values(interactions).find(({ requestId }) => requestId !== asked.ask.requestId)
      return again !== undefined
    })
    if (again === undefined) throw new Error('nothing was asked again')
    expect(again).toMatchObject({ preview: { script: changed }, differs: ['content'] })
    expect(await runs()).toEqual([])
    await answerWith('denied', { chat: asked.chat, ask: again })
    await app.app.idle()
    expect(await runs()).toEqual([])
  })

  it('starts what was shown', async () => {
    const asked = await asking({ name: 'check-all', args: { what: 'tests' } })
    await allow(asked)
    expect(host.sent().some((request) => newest(request).includes('TASK tests'))).toBe(true)
    expect(await runs()).toMatchObject([{ state: 'done', launcherSessionId: asked.chat, budget: 200_000 }])
  })
})

it('gives the effort of the turn to the agents of the workflow it launches', async () => {
  const efforts = (of: string) =>
    host
      .sent()
      .filter((request) => JSON.stringify(request.messages).includes(of))
      .map((request) => (request as { readonly reasoning_effort?: string }).reasoning_effort)
  const thinking = {
    type: 'custom',
    api: 'openai-completions',
    provider: 'test',
    id: 'scripted',
    reasoning: true,
    baseUrl: host.server.baseUrl,
    contextWindow: 100_000,
    maxTokens: 4_000,
  } as const
  await app.handlers['model.save']({ config: thinking }, CALLER)
  const asked = await asking({ name: 'check-all', args: { what: 'tests' } }, '/think xhigh GO')
  await allow(asked)
  expect(efforts('TASK tests')).toEqual(['xhigh'])
  const other = await asking({ name: 'check-all', args: { what: 'docs' } })
  await allow(other)
  expect(efforts('TASK docs')).toEqual([undefined])
})

it('starts a file of a workflows folder with a ceiling and words of the agent', async () => {
  const said = { title: 'Nightly', description: 'The nightly check.' }
  const asked = await asking({ scriptPath: 'check.js', budget: 5_000, maxConcurrency: 2, ...said })
  await allow(asked)
  expect(await runs()).toMatchObject([{ name: 'check-all', budget: 5_000, concurrency: 2, ...said }])
})

it('starts with a ceiling in money, up to that of the settings', async () => {
  await host.put('project/.orrery/config.toml', '[workflows]\nchatCeilingUsd = 1.5\n')
  expect(await refusedWith({ name: 'check-all', budgetUsd: 2 })).toContain('$1.5')
  const asked = await asking({ name: 'check-all', budgetUsd: 0.75 })
  expect(asked.ask.preview).toMatchObject({ budget: 200_000, budgetUsd: 0.75 })
  await allow(asked)
  expect(await runs()).toMatchObject([{ budget: 200_000, budgetUsd: 0.75, state: 'done' }])
})

it.each([
  [32, 16],
  [0, 1],
])('takes %i agents at once for %i, which the request says', async (maxConcurrency, concurrency) => {
  const { ask } = await asking({ name: 'check-all', maxConcurrency })
  expect(ask.preview).toMatchObject({ concurrency })
})

it.each([
  ['a path that leads out of the folders', { scriptPath: '../config.toml' }, 'There is no script'],
  ['a path that leads out of the folders by dots', { scriptPath: '../../check.js' }, 'There is no script'],
  ['a script that is not valid', { script: 'return 1' }, 'export const meta'],
  ['a ceiling above that of the settings', { name: 'check-all', budget: 900_000 }, 'is 200000 output tokens'],
  ['a ceiling of no money', { name: 'check-all', budgetUsd: 0 }, 'budgetUsd'],
  ['two scripts at once', { name: 'check-all', scriptPath: 'check.js' }, 'Give one of'],
  ['no script at all', { args: {} }, 'Give one of'],
  ['a run that is not there', { resumeFromRunId: 'wfr_nosuchrun0' }, 'no longer stored here'],
])('tells the agent what is wrong with %s, and asks nobody', async (_what, args, words) => {
  expect(await refusedWith(args)).toContain(words)
})

describe('a run that is taken up from a chat', () => {
  it('that stopped goes on, and its end is told where it was taken up', async () => {
    const script = CHECK.replace("'TASK '", "'STOPS '")
    const source = { from: 'script' as const, script }
    const launch = { launcherSessionId: null, source, args: null, concurrency: 3, budget: 1 }
    const { id } = await app.handlers['workflow.launch']({ ...launch, projectId: app.project.id }, CALLER)
    await over()
    expect(await runs()).not.toMatchObject([{ state: 'done' }])
    const asked = await asking({ resumeFromRunId: id, budget: 9_000 })
    expect(asked.ask.preview).toMatchObject({ origin: 'run', budget: 9_000, from: { id, isNew: false } })
    await allow(asked)
    expect(await runs()).toMatchObject([
      { id, state: 'done', attempt: 2, budget: 9_000, launcherSessionId: asked.chat },
    ])
  })

  it('with other arguments becomes a new run that takes over what still fits', async () => {
    await allow(await asking({ name: 'check-all' }))
    const [first] = await runs()
    if (first === undefined) throw new Error('no run was started')
    const asked = await asking({ resumeFromRunId: first.id, args: { what: 'docs' } })
    expect(asked.ask.preview).toMatchObject({ from: { id: first.id, isNew: true }, script: CHECK })
    await allow(asked)
    expect((await runs())[0]).toMatchObject({
      forkOf: first.id,
      forkChanges: ['args'],
      launcherSessionId: asked.chat,
      state: 'done',
    })
  })
})

describe('a command', () => {
  const chatted = async (text: string) => {
    const chat = await app.begin('Hello.')
    await app.app.idle()
    await app.say(chat, text)
    await over()
    return runs()
  }

  it('starts with the ceiling of the settings', async () => {
    expect(await chatted('/check-all')).toMatchObject([{ budget: 200_000, state: 'done' }])
  })

  it('starts with ceilings in money and in tokens, in any order', async () => {
    await chatted('/check-all +$2.50 +9k {"what":"both"}')
    expect(await runs()).toMatchObject([{ budget: 9_000, budgetUsd: 2.5, state: 'done' }])
    expect(host.sent().some((request) => newest(request).includes('TASK both'))).toBe(true)
  })

  it('starts with the ceiling that stands in front of its arguments', async () => {
    await chatted('/check-all +2m {"what":"plus"}')
    expect(await runs()).toMatchObject([{ budget: 2_000_000, state: 'done' }])
    expect(host.sent().some((request) => newest(request).includes('TASK plus'))).toBe(true)
  })
})
