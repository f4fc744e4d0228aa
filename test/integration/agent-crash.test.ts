import { describe, expect, it } from 'vitest'
import { ModelRef } from '#shared/ids.ts'
import { currentPlan } from '#shared/plan/plan-progress.ts'
import type { SentRequest } from '../support/hosts/agent-host.ts'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { linesOf, tellChats } from '../support/stories/chat-story.ts'

const MODEL = ModelRef.parse('test/scripted')
const PATIENCE = { timeout: 40_000 }
const SOON = { timeout: 8_000 }

const give = (...tasks: readonly Record<string, unknown>[]) =>
  callScript(tasks.map((args) => ({ name: 'agent', args })))
/** The id an agent was given, as the newest request tells it. */
const idIn = (asked: string): string => /ses_[a-z0-9]+/.exec(asked)?.[0] ?? 'none'

const RULES: readonly (readonly [string, (asked: string) => Script])[] = [
  ['closed while you worked on this step', () => textScript('The slow side is done.')],
  [
    'step of a plan: ASK',
    () => callScript([{ name: 'bash', args: { command: 'touch made.txt && echo made' } }]),
  ],
  ['step of a plan: SLOW', () => ({ steps: [{ do: 'text', text: 'I am at' }, { do: 'hang' }] })],
  ['Do step 3 now', () => textScript('All is told.')],
  ['CARRY ON', () => textScript('slow is done')],
  ['Both', () => give({ title: 'Quick', prompt: 'QUICK' }, { title: 'Slow', prompt: 'SLOW' })],
  ['QUICK', () => textScript('quick is done')],
  ['SLOW', () => ({ steps: [{ do: 'text', text: 'I am at' }, { do: 'hang' }] })],
  ['The app was closed', (asked) => give({ title: 'Slow', prompt: 'CARRY ON', resume: idIn(asked) })],
  ['slow is done', () => textScript('Both are done.')],
  ['Asking', () => give({ title: 'Asks', prompt: 'ASK' })],
  ['ASK', () => callScript([{ name: 'bash', args: { command: 'touch made.txt && echo made' } }])],
  ['made', () => textScript('It is made.')],
  ['In line', () => give({ title: 'Ahead', prompt: 'SLOW', background: true })],
  ['“Ahead” (', () => give({ title: 'Behind', prompt: 'QUICK', background: true })],
  ['Alone', () => give({ title: 'Left', prompt: 'SLOW', background: true })],
  ['has started', () => textScript('I go on.')],
]
const story = tellChats({
  respond: ({ body }) => {
    const asked = JSON.stringify((body as SentRequest).messages.at(-1))
    return RULES.find(([word]) => asked.includes(word))?.[1](asked) ?? textScript('I see.')
  },
})
const start = () => story.start(modelTable('model', story.server().baseUrl))

describe('agents of a chat, after the app was killed', PATIENCE, () => {
  it('have what they had finished used, and go on where they stood', async () => {
    const chats = await start()
    const sessionId = await chats.ask('Both, please.')
    const states = async (app: typeof chats) =>
      (await app.handlers['agent.runs']({ sessionId }, app.caller)).map(
        ({ title, state }) => `${title} ${state}`,
      )
    await expect.poll(() => states(chats), PATIENCE).toEqual(['Quick done', 'Slow running'])
    const after = await story.afterCrash()
    expect(await states(after)).toEqual(['Quick done', 'Slow interrupted'])
    await after.handlers['session.goOn']({ sessionId }, after.caller)
    await after.app.idle()
    expect(linesOf((await after.look(sessionId)).path).at(-1)).toBe('assistant: Both are done.')
    expect(await states(after)).toEqual(['Quick done', 'Slow done'])
    const asked = JSON.stringify(story.server().requests.map(({ body }) => body))
    expect(asked).toContain('quick is done')
  })

  it('have not worked when they stood in line, and begin when they are spoken to', async () => {
    const chats = await story.start(
      `${modelTable('model', story.server().baseUrl)}\n[runs]\nmaxParallel = 1\n`,
    )
    const sessionId = await chats.ask('In line, please.')
    const agents = async (app: typeof chats) => await app.handlers['agent.runs']({ sessionId }, app.caller)
    const states = async (app: typeof chats) =>
      (await agents(app)).map(({ title, state }) => `${title} ${state}`).toSorted()
    await expect.poll(() => states(chats), SOON).toEqual(['Ahead running', 'Behind queued'])
    const after = await story.afterCrash()
    expect(await states(after)).toEqual(['Ahead interrupted', 'Behind interrupted'])
    const behind = (await agents(after)).find(({ title }) => title === 'Behind')
    if (behind === undefined) throw new Error('Who stood in line is gone.')
    expect([behind.worked.ms, behind.worked.going]).toEqual([0, 0])
    await after.handlers['agent.message']({ sessionId: behind.sessionId, text: 'QUICK' }, after.caller)
    await expect.poll(() => states(after), SOON).toEqual(['Ahead interrupted', 'Behind done'])
  })

  it('are told of when nobody waited for them', async () => {
    const chats = await start()
    const sessionId = await chats.ask('Alone, please.')
    await expect
      .poll(async () => (await chats.handlers['agent.runs']({ sessionId }, chats.caller))[0]?.state, PATIENCE)
      .toBe('running')
    await expect
      .poll(async () => linesOf((await chats.look(sessionId)).path).at(-1), PATIENCE)
      .toBe('assistant: I go on.')
    const after = await story.afterCrash()
    const told = (await after.look(sessionId)).path.flatMap((event) =>
      event.kind === 'harness.item' ? [event.payload] : [],
    )
    expect(told.slice(1)).toMatchObject([
      { kind: 'child-summary', attrs: { title: 'Left', status: 'failed' } },
    ])
    expect(told[0]).toMatchObject({ kind: 'tool-delta', data: { came: ['stop_agent'] } })
    expect(told[1]?.content).toContain('To let it go on from where it stood')
  })

  it.each(['killed', 'closed'] as const)(
    'still ask after the app was %s, and go on when they are answered',
    async (how) => {
      const chats = await start()
      const target = { to: 'project', projectId: chats.projectId, permissionMode: 'ask' } as const
      const wanted = { target: { ...target, model: MODEL }, text: 'Asking, please.', images: [] }
      const { sessionId } = await chats.handlers['session.send'](wanted, chats.caller)
      const agent = async (app: typeof chats) =>
        (await app.handlers['agent.runs']({ sessionId }, app.caller))[0]
      await expect.poll(async () => (await agent(chats))?.state, PATIENCE).toBe('waiting')
      if (how === 'closed') await story.end(chats)
      const after = await story.afterCrash()
      const waiting = await agent(after)
      expect(waiting).toMatchObject({ state: 'waiting', asks: [{ tool: 'bash', what: 'permission' }] })
      const requestId = waiting?.asks[0]?.requestId
      if (waiting === undefined || requestId === undefined) throw new Error('Nothing is asked.')
      expect((await after.handlers['inbox.list']({}, after.caller)).map(({ ask }) => ask.requestId)).toEqual([
        requestId,
      ])
      await after.handlers['interaction.answer'](
        { sessionId: waiting.sessionId, requestId, outcome: 'approved', remember: { scope: 'once' } },
        after.caller,
      )
      await expect.poll(async () => (await agent(after))?.state, PATIENCE).toBe('done')
      await after.app.idle()
      const told = (await after.look(sessionId)).path.flatMap((event) =>
        event.kind === 'harness.item' ? [event.payload] : [],
      )
      expect(told).toMatchObject([{ kind: 'child-summary', attrs: { title: 'Asks', status: 'completed' } }])
      expect(told[0]?.content).toContain('It is made.')
    },
  )
})

const PLAN = {
  goal: 'Know both sides',
  steps: [
    { title: 'ASK for one side', agentId: 'general', dependsOn: [] },
    { title: 'SLOW other side', agentId: 'general', dependsOn: [] },
    { title: 'Tell of both', dependsOn: [0, 1] },
  ],
}

describe('agents that do steps of a plan', PATIENCE, () => {
  it.each(['killed', 'closed', 'closed and gone on with'] as const)(
    'go on with the same question after the app was %s',
    async (how) => {
      const chats = await start()
      const target = { to: 'project', projectId: chats.projectId, permissionMode: 'ask' } as const
      const wanted = {
        target: { ...target, model: MODEL },
        text: `/goal ${JSON.stringify(PLAN)}`,
        images: [],
      }
      const { sessionId } = await chats.handlers['session.send'](wanted, chats.caller)
      const agents = async (app: typeof chats) =>
        (await app.handlers['agent.runs']({ sessionId }, app.caller))
          .toSorted((left, right) => left.title.localeCompare(right.title))
          .map(({ sessionId: id, state, asks }) => ({ id, state, asks: asks.map((ask) => ask.requestId) }))
      const states = async (app: typeof chats) => (await agents(app)).map(({ state }) => state)
      await expect.poll(() => states(chats), SOON).toEqual(['waiting', 'running'])
      const [before, other] = await agents(chats)
      const [requestId] = before?.asks ?? []
      if (before === undefined || requestId === undefined) throw new Error('Nothing is asked.')
      if (how !== 'killed') await story.end(chats)

      const after = await story.afterCrash()
      expect((await agents(after))[0]).toEqual(before)
      if (how === 'closed and gone on with') {
        await after.handlers['session.goOn']({ sessionId }, after.caller)
        await expect.poll(() => states(after), SOON).toEqual(['waiting', 'done'])
      }
      await after.handlers['interaction.answer'](
        { sessionId: before.id, requestId, outcome: 'approved', remember: { scope: 'once' } },
        after.caller,
      )
      const steps = async () => currentPlan((await after.look(sessionId)).folds.plans)?.steps
      await expect
        .poll(async () => (await steps())?.map(({ status }) => status), SOON)
        .toEqual(['completed', 'completed', 'completed'])
      await after.app.idle()
      expect(await agents(after)).toEqual([
        { id: before.id, state: 'done', asks: [] },
        { id: other?.id, state: 'done', asks: [] },
      ])
      const asked = story.server().requests.map(({ body }) => JSON.stringify((body as SentRequest).messages))
      expect(asked.filter((words) => words.includes('Do step 3 now')).join()).toContain('It is made.')
    },
  )
})
