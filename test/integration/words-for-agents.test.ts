import { expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import type { SentRequest } from '../support/hosts/agent-host.ts'
import { held } from '../support/hosts/rule-host.ts'
import { callScript, createGate, type Script, textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { type Chats, linesOf, tellChats, withoutAgentId } from '../support/stories/chat-story.ts'

const PATIENCE = { timeout: 40_000 }

let gate = createGate()
const idIn = (asked: string): string => /ses_[a-z0-9]+/.exec(asked)?.[0] ?? 'none'
const give = (...tasks: readonly Record<string, unknown>[]) =>
  callScript(tasks.map((args) => ({ name: 'agent', args })))
const deep = (title: string, prompt: string) => ({ title, prompt, background: true })

const RULES: readonly (readonly [string, (asked: string) => Script])[] = [
  ['Alone', () => give({ title: 'Looks', prompt: 'LOOK' })],
  ['GREEN', () => textScript('The green one too.')],
  ['LOOK', () => held(gate, 'The blue one.')],
  ['I have seen it', () => give({ title: 'Red', prompt: 'RED', resume: 'it' })],
  [
    'Those that do',
    (asked) => {
      const resume = idIn(asked)
      return give({ title: 'Red', prompt: 'RED', resume }, { title: 'Amber', prompt: 'AMBER', resume })
    },
  ],
  ['Twice', () => give({ title: 'First', prompt: 'FIRST' })],
  ['FIRST', () => textScript('I have seen it.')],
  ['Deep', () => give({ title: 'Top', prompt: 'TOP' })],
  ['TOP', () => give(deep('Low', 'LOW'), { title: 'Beside', prompt: 'HANG' })],
  ['LOW', () => give(deep('Lowest', 'HANG'))],
  ['HANG', () => ({ steps: [{ do: 'text', text: 'I am at' }, { do: 'hang' }] })],
]
const story = tellChats({
  respond: ({ body }) => {
    const asked = JSON.stringify((body as SentRequest).messages.at(-1))
    return RULES.find(([word]) => asked.includes(word))?.[1](asked) ?? textScript('I see.')
  },
})
const start = () => story.start(modelTable('model', story.server().baseUrl))

const agentsOf = async ({ handlers, caller }: Chats, sessionId: SessionId) =>
  (await handlers['agent.runs']({ sessionId }, caller)).toSorted((left, right) =>
    left.title.localeCompare(right.title),
  )
const statesOf = async (chats: Chats, sessionId: SessionId) =>
  (await agentsOf(chats, sessionId)).map(({ title, state }) => `${title} ${state}`)
const agentNamed = async (chats: Chats, sessionId: SessionId, name: string) => {
  const agent = (await agentsOf(chats, sessionId)).find(({ title }) => title === name)
  if (agent === undefined) throw new Error(`No agent is called ${name}.`)
  return agent
}
const linesIn = async (chats: Chats, sessionId: SessionId) =>
  linesOf((await chats.look(sessionId)).path).map(withoutAgentId)

it('are heard by one that writes its last answer, and who waits for it reads what came of them', async () => {
  gate = createGate()
  const chats = await start()
  const sessionId = await chats.ask('Alone, please.')
  await expect.poll(() => story.asked().length, PATIENCE).toBe(2)
  const agent = await agentNamed(chats, sessionId, 'Looks')
  const said = { sessionId: agent.sessionId, text: 'Look at the GREEN one too.' }
  await chats.handlers['agent.message'](said, chats.caller)
  gate.open()
  await chats.app.idle()
  expect(await linesIn(chats, agent.sessionId)).toEqual([
    ...['user: LOOK', 'assistant: The blue one.'],
    ...['steer: Look at the GREEN one too.', 'assistant: The green one too.'],
  ])
  expect((await linesIn(chats, sessionId)).filter((line) => line.startsWith('tool'))).toEqual([
    'tool: The green one too.',
  ])
}, 60_000)

it('are kept when the app is killed before they are heard, and come before what is said then', async () => {
  gate = createGate()
  const chats = await start()
  const sessionId = await chats.ask('Alone, please.')
  await expect.poll(() => story.asked().length, PATIENCE).toBe(2)
  const { sessionId: agent } = await agentNamed(chats, sessionId, 'Looks')
  await chats.handlers['agent.message']({ sessionId: agent, text: 'Look at the GREEN one.' }, chats.caller)
  const after = await story.afterCrash()
  expect(await agentNamed(after, sessionId, 'Looks')).toMatchObject({ state: 'interrupted', unheard: 1 })
  await after.handlers['agent.message']({ sessionId: agent, text: 'CARRY ON.' }, after.caller)
  await expect.poll(() => statesOf(after, sessionId), PATIENCE).toEqual(['Looks done'])
  await after.app.idle()
  expect((await linesIn(after, agent)).slice(-3)).toEqual([
    ...['steer: Look at the GREEN one.', 'steer: CARRY ON.', 'assistant: The green one too.'],
  ])
  expect((await after.look(agent)).folds.queue).toEqual([])
  expect(await agentNamed(after, sessionId, 'Looks')).toMatchObject({ unheard: 0 })
}, 60_000)

it('lead to one run of it when two of them come at once', async () => {
  const chats = await start()
  const sessionId = await chats.ask('Twice, please.')
  await chats.app.idle()
  const { sessionId: agent } = await agentNamed(chats, sessionId, 'First')
  const words = await linesIn(chats, agent)
  expect(words.filter((line) => /RED|AMBER/.test(line)).toSorted()).toHaveLength(2)
  expect(words.filter((line) => line.startsWith('user'))).toHaveLength(2)
  expect((await chats.runs(agent)).map(({ status }) => status)).toEqual(['completed', 'completed'])
}, 60_000)

it.each(['one agent', 'the run of the chat'] as const)(
  'a stop of %s',
  async (what) => {
    const chats = await start()
    const sessionId = await chats.ask('Deep, please.')
    const all = ['Beside running', 'Low done', 'Lowest running', 'Top running']
    await expect.poll(() => statesOf(chats, sessionId), PATIENCE).toEqual(all)
    if (what === 'one agent') {
      const top = await agentNamed(chats, sessionId, 'Top')
      await chats.handlers['agent.stop']({ sessionId: top.sessionId }, chats.caller)
    } else {
      const [run] = await chats.runs(sessionId)
      if (run === undefined) throw new Error('The chat does not work.')
      await chats.handlers['run.stop']({ sessionId, runId: run.runId }, chats.caller)
    }
    const background = what === 'one agent' ? 'Lowest stopped' : 'Lowest running'
    expect(await statesOf(chats, sessionId)).toEqual([
      'Beside stopped',
      'Low done',
      background,
      'Top stopped',
    ])
  },
  60_000,
)
