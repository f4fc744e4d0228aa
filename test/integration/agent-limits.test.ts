import { afterEach, beforeEach, expect, it } from 'vitest'
import { CALLER, type SentRequest, wordsOf } from '../support/hosts/agent-host.ts'
import { agentsOf, delegate, held, openRuleHost, type RuleHost, stepsOf } from '../support/hosts/rule-host.ts'
import { callScript, createGate, type Script, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'

let host: RuleHost

beforeEach(async () => {
  host = await openRuleHost()
})
afterEach(() => host.close())

it('times an agent out, and uses what the other found', async () => {
  host.answer(
    ['Both', delegate({ title: 'A', prompt: 'TASK-A', timeLimit: 1 }, { title: 'B', prompt: 'TASK-B' })],
    ['TASK-A', { silent: true }],
    ['TASK-B', textScript('quick one')],
    ['quick one', textScript('I used B.')],
  )
  const app = await host.start()
  const sessionId = await app.begin('Both')
  await app.app.idle()
  expect(wordsOf(host.askedWith('quick one').at(-1))).toContain('it had not finished after 1 seconds.')
  const runs = await agentsOf(app, sessionId)
  // They began side by side, so either may stand first.
  expect(Object.fromEntries(runs.map(({ title, state }) => [title, state]))).toEqual({
    A: 'failed',
    B: 'done',
  })
})

it('says of an agent that hung in a tool why it was stopped, and lets it be tried again where it stood', async () => {
  host.answer(
    ['Go', delegate({ title: 'Hangs', prompt: 'HANG', timeLimit: 2 })],
    ['HANG', callScript([{ name: 'bash', args: { command: 'sleep 600' } }])],
    [
      'it had not finished',
      ({ messages }) => delegate({ title: 'Again', prompt: 'AGAIN', resume: idIn(messages.at(-1)) }),
    ],
    ['AGAIN', textScript('without the tool')],
    ['without the tool', textScript('I have it.')],
  )
  const app = await host.start()
  const sessionId = await app.begin('Go', { permissionMode: 'bypass' })
  await app.app.idle()
  expect(wordsOf(host.askedWith('it had not finished')[0])).toContain(
    'The agent did not finish. The agent was stopped because it had not finished after 2 seconds.',
  )
  expect(await agentsOf(app, sessionId)).toMatchObject([{ title: 'Hangs', state: 'done', problem: null }])
  expect(wordsOf(host.askedWith('AGAIN')[0])).toContain('sleep 600')
})

it('pauses a chat and all that works for it when together they came to the stop line, and warns before', async () => {
  await host.put('home/config.toml', PRICED(host.server.baseUrl))
  host.answer(
    ['Go', delegate({ title: 'Costs', prompt: 'LOOK' })],
    ['LOOK', callScript([{ name: 'list', args: { path: '.' } }])],
    ['did not finish', textScript('I should not be asked.')],
    ['README.md', callScript([{ name: 'list', args: { path: '.' } }])],
  )
  const app = await host.start()
  const sessionId = await app.begin('Go')
  await app.app.idle()
  const [agent] = await agentsOf(app, sessionId)
  expect(agent).toMatchObject({ state: 'paused', problem: expect.stringContaining('$0.0') })
  if (agent === undefined) throw new Error('No agent.')
  expect(JSON.stringify((await app.look(agent.sessionId)).path)).toContain('run.costNear')
  const { folds } = await app.look(sessionId)
  expect(Object.values(folds.runs).at(-1)).toMatchObject({
    status: 'failed',
    error: { code: 'limit.exceeded' },
  })
  expect(host.askedWith('did not finish')).toEqual([])
})

const idIn = (message: unknown): string => /ses_[a-z0-9]+/.exec(JSON.stringify(message))?.[0] ?? 'none'

/** Each answer costs a cent; together they may cost three and a half. */
const PRICED = (baseUrl: string) => `[runs]
maxCost = 0.035

${modelTable('model', baseUrl, { maxTokens: 4_000, lines: 'inputPrice = 500\noutputPrice = 1000' })}
${PLAIN_TITLES}`

it('pauses a chat and its agents at the line drawn for all of them, and lets all go on at once', async () => {
  const gate = createGate()
  host.answer(
    ['Go', delegate({ title: 'Looks', prompt: 'LOOK', background: true })],
    [
      'LOOK',
      { steps: [{ do: 'wait', gate }, ...stepsOf(callScript([{ name: 'list', args: { path: '.' } }]))] },
    ],
    ['README.md', textScript('I should not be asked yet.')],
    ['has started', textScript('It looks.')],
  )
  const app = await host.start()
  const sessionId = await app.begin('Go')
  await app.until(async () => (await agentsOf(app, sessionId))[0]?.state === 'running')
  const lines = { warnCost: null, stopCost: null, warnTokens: 10, stopTokens: 30 }
  await app.handlers['session.update']({ sessionId, changes: { limits: lines } }, CALLER)
  gate.open()
  await app.until(async () => (await agentsOf(app, sessionId))[0]?.state === 'paused')
  const [agent] = await agentsOf(app, sessionId)
  expect(agent?.problem).toContain('pause at 30')
  expect(host.askedWith('README.md')).toEqual([])
  await expect(app.handlers['agent.goOnAll']({ sessionId }, CALLER)).rejects.toThrow(
    /^Still paused: \d+ of 30 tokens are used\. Raise the limit of the chat first\.$/,
  )
  expect((await agentsOf(app, sessionId))[0]?.runId).toBe(agent?.runId)
  // A window that is opened now marks the chat with it.
  const atWork = () => app.handlers['agent.atWork']({}, CALLER)
  expect(await atWork()).toEqual([{ sessionId: agent?.sessionId, chatId: sessionId, state: 'paused' }])
  await app.handlers['session.update'](
    { sessionId, changes: { limits: { ...lines, stopTokens: null } } },
    CALLER,
  )
  host.answer(
    ['You were paused', textScript('There is a README.')],
    ['There is a README', textScript('Good.')],
  )
  await app.handlers['agent.goOnAll']({ sessionId }, CALLER)
  await app.until(async () => (await agentsOf(app, sessionId))[0]?.state === 'done')
  await app.app.idle()
  expect(await atWork()).toEqual([])
}, 30_000)

it('counts what an answer has used while its tools are still at work', async () => {
  host.answer(
    ['Go', delegate({ title: 'Waits', prompt: 'WAIT' }, { title: 'Looks', prompt: 'LOOK' })],
    ['WAIT', callScript([{ name: 'bash', args: { command: 'until [ -e go.txt ]; do sleep 0.05; done' } }])],
    ['LOOK', callScript([{ name: 'bash', args: { command: 'until [ -e look.txt ]; do sleep 0.05; done' } }])],
  )
  const app = await host.start()
  const sessionId = await app.begin('Go', { permissionMode: 'bypass' })
  const atTools = async () =>
    (await agentsOf(app, sessionId)).filter(({ doing }) => doing?.tool === 'bash').length
  await app.until(async () => (await atTools()) === 2)
  // Two answers of agents and one of the chat stand there, and of none the turn is over.
  const lines = { warnCost: null, stopCost: null, warnTokens: null, stopTokens: 40 }
  await app.handlers['session.update']({ sessionId, changes: { limits: lines } }, CALLER)
  await host.put('project/look.txt', '')
  await app.until(async () => (await agentsOf(app, sessionId)).some(({ state }) => state === 'paused'))
  expect(host.askedWith('call_1')).toEqual([])
  await host.put('project/go.txt', '')
  await app.app.idle()
}, 30_000)

/** A chat with two agents it waits for, all paused at a line that is gone again. */
async function pausedTogether() {
  const gate = createGate()
  const looks = (): Script => ({
    steps: [{ do: 'wait', gate }, ...stepsOf(callScript([{ name: 'list', args: { path: '.' } }]))],
  })
  host.answer(
    ['Go', delegate({ title: 'Slow', prompt: 'SLOW' }, { title: 'Quick', prompt: 'QUICK' })],
    ...[['SLOW', looks] as const, ['QUICK', looks] as const],
  )
  const app = await host.start()
  const sessionId = await app.begin('Go')
  const states = async () => (await agentsOf(app, sessionId)).map(({ state }) => state)
  await app.until(async () => (await states()).filter((state) => state === 'running').length === 2)
  const lines = { warnCost: null, stopCost: null, warnTokens: null, stopTokens: 1 }
  const draw = (limits: typeof lines | { [K in keyof typeof lines]: null }) =>
    app.handlers['session.update']({ sessionId, changes: { limits } }, CALLER)
  await draw(lines)
  gate.open()
  await app.app.idle()
  expect(await states()).toEqual(['paused', 'paused'])
  await draw({ ...lines, stopTokens: null })
  const notes = async () =>
    (await app.look(sessionId)).path.flatMap((event) =>
      event.kind === 'harness.item' && event.payload.kind === 'child-summary' ? [event.payload.content] : [],
    )
  const isOf = (title: string) => (request: SentRequest) => wordsOf(request).includes(title)
  return { app, sessionId, states, notes, isOf }
}

it('waits again for those it waited for when all of them paused, and takes what each found as it ends', async () => {
  const { app, sessionId, states, notes, isOf } = await pausedTogether()
  const slow = createGate()
  host.answer(
    [
      'You were paused',
      (request) => (isOf('SLOW')(request) ? held(slow, 'Slowly found.') : textScript('Quickly found.')),
    ],
    ['found.', textScript('I have both.')],
  )
  await app.handlers['agent.goOnAll']({ sessionId }, CALLER)
  await app.until(async () => (await notes()).length === 1)
  expect([await notes(), (await states()).toSorted()]).toEqual([['Quickly found.'], ['done', 'running']])
  expect(host.askedWith('found.')).toEqual([])
  expect((await agentsOf(app, sessionId)).map(({ background }) => background)).toEqual([false, false])
  slow.open()
  await app.app.idle()
  expect(await notes()).toEqual(['Quickly found.', 'Slowly found.'])
  const [asked, ...more] = host.askedWith('found.')
  expect([wordsOf(asked).includes('Quickly found.'), wordsOf(asked).includes('Slowly found.'), more]).toEqual(
    [...[true, true, []]],
  )
}, 30_000)

it('stops with a chat those it waits for again, and tells of one that is moved to the background', async () => {
  const { app, sessionId, states, notes, isOf } = await pausedTogether()
  const [slow, never] = [createGate(), createGate()]
  host.answer(['You were paused', (request) => held(isOf('SLOW')(request) ? slow : never, 'Slowly found.')])
  await app.handlers['agent.goOnAll']({ sessionId }, CALLER)
  await app.until(async () => (await states()).every((state) => state === 'running'))
  const moved = (await agentsOf(app, sessionId)).find(({ title }) => title === 'Slow')
  if (moved === undefined) throw new Error('No agent.')
  await app.handlers['agent.toBackground']({ sessionId: moved.sessionId }, CALLER)
  const newest = async () => Object.values((await app.look(sessionId)).folds.runs).at(-1)
  await app.until(async () => (await newest())?.status === 'running')
  const run = await newest()
  if (run === undefined) throw new Error('No run.')
  await app.handlers['run.stop']({ sessionId, runId: run.runId }, CALLER)
  await app.until(async () => (await states()).toSorted().join() === 'running,stopped')
  expect(await notes()).toEqual([])
  slow.open()
  await app.until(async () => (await notes()).join() === 'Slowly found.')
  await app.app.idle()
}, 30_000)
