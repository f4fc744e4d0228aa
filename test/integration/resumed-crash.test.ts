import { describe, expect, it } from 'vitest'
import { ModelRef, type SessionId } from '#shared/ids.ts'
import type { SentRequest } from '../support/agent-host.ts'
import { type Chats, linesOf, tellChats } from '../support/chat-story.ts'
import { callScript, createGate, type Script, textScript } from '../support/model-script.ts'
import { modelTable } from '../support/model-table.ts'
import { held } from '../support/rule-host.ts'

const PATIENCE = { timeout: 40_000 }
const SOON = { timeout: 8_000 }
const HANGS: Script = { steps: [{ do: 'text', text: 'I am at' }, { do: 'hang' }] }
const ASK_FOR_LOOKS = '\n[[permissions]]\ntool = "agent"\npattern = "explore"\naction = "ask"\n'

const give = (...tasks: readonly Record<string, unknown>[]) =>
  callScript(tasks.map((args) => ({ name: 'agent', args })))
const MORE = { title: 'More', prompt: 'MORE', resume: 'First' }
const ASKED = { title: 'Asked', prompt: 'LOOK', agent: 'explore' }

let gate = createGate()
const RULES: readonly (readonly [string, () => Script])[] = [
  ['Begin with one', () => give({ title: 'First', prompt: 'BEGIN' })],
  ['Begin with a slow one', () => give({ title: 'First', prompt: 'SLOW', background: true })],
  ['Behind one', () => give({ title: 'Ahead', prompt: 'HANG' }, MORE)],
  ['Behind a question', () => give(ASKED, MORE)],
  ['HANG', () => HANGS],
  ['SLOW', () => held(gate, 'Slowly found.')],
  ['MORE', () => textScript('Found more.')],
  ['BEGIN', () => textScript('Begun.')],
  ['LOOK', () => textScript('Looked up.')],
]
const story = tellChats({
  respond: ({ body }) => {
    const asked = JSON.stringify((body as SentRequest).messages.at(-1))
    return RULES.find(([word]) => asked.includes(word))?.[1]() ?? textScript('I see.')
  },
})

const agentsOf = ({ handlers, caller }: Chats, sessionId: SessionId) =>
  handlers['agent.runs']({ sessionId }, caller)
const statesOf = async (chats: Chats, sessionId: SessionId) =>
  (await agentsOf(chats, sessionId)).map(({ title, state }) => `${title} ${state}`).toSorted()
/** What stands behind the newest words of the person. */
const newestLines = async (chats: Chats, sessionId: SessionId) => {
  const lines = linesOf((await chats.look(sessionId)).path)
  return lines.slice(lines.findLastIndex((line) => line.startsWith('user')) + 1)
}
const askedWith = (word: string) =>
  story.asked().filter(({ messages }) => JSON.stringify(messages.at(-1)).includes(word)).length

async function begin(text: string) {
  gate = createGate()
  const chats = await story.start(`${modelTable('model', story.server().baseUrl)}${ASK_FOR_LOOKS}`)
  const target = { to: 'project', projectId: chats.projectId, permissionMode: 'ask' } as const
  const wanted = { target: { ...target, model: ModelRef.parse('test/scripted') }, text, images: [] }
  const { sessionId } = await chats.handlers['session.send'](wanted, chats.caller)
  await expect.poll(async () => (await newestLines(chats, sessionId)).at(-1), SOON).toBe('assistant: I see.')
  const send = (words: string) =>
    chats.handlers['session.send'](
      { target: { to: 'session', sessionId }, text: words, images: [] },
      chats.caller,
    )
  return { chats, sessionId, send }
}

async function allowed(after: Chats, sessionId: SessionId): Promise<void> {
  const [asked] = await after.handlers['inbox.list']({}, after.caller)
  if (asked === undefined) throw new Error('Nothing is asked.')
  const { requestId } = asked.ask
  await after.handlers['interaction.answer'](
    { sessionId, requestId, outcome: 'approved', remember: { scope: 'once' } },
    after.caller,
  )
}

describe('an agent that is let go on by a call that is open when the app ends', PATIENCE, () => {
  it('has its answer told, and does not work again, when the app is killed after it has ended', async () => {
    const { chats, sessionId, send } = await begin('Begin with one, please.')
    await send('Behind one, please.')
    await expect.poll(() => statesOf(chats, sessionId), SOON).toEqual(['Ahead running', 'First done'])
    await expect.poll(() => askedWith('MORE'), SOON).toBe(1)
    await expect.poll(() => statesOf(chats, sessionId), SOON).toEqual(['Ahead running', 'First done'])
    const after = await story.afterCrash()
    expect(await newestLines(after, sessionId)).toEqual([
      'assistant: ',
      expect.stringContaining('tool: The app was closed while this agent worked.'),
      'tool: Found more.',
    ])
    await after.handlers['session.goOn']({ sessionId }, after.caller)
    await after.app.idle()
    expect([(await newestLines(after, sessionId)).at(-1), askedWith('MORE')]).toEqual([
      'assistant: I see.',
      1,
    ])
  })

  it.each(['killed', 'closed'] as const)(
    'hears it once when the call before it is allowed after the app was %s',
    async (how) => {
      const { chats, sessionId, send } = await begin('Begin with one, please.')
      await send('Behind a question, please.')
      await expect.poll(() => askedWith('MORE'), SOON).toBe(1)
      await expect.poll(() => statesOf(chats, sessionId), SOON).toEqual(['First done'])
      if (how === 'closed') await story.end(chats)
      const after = await story.afterCrash()
      await allowed(after, sessionId)
      await after.app.idle()
      expect(await newestLines(after, sessionId)).toEqual([
        ...['assistant: ', 'tool: Looked up.', 'tool: Found more.', 'assistant: I see.'],
      ])
      expect([askedWith('MORE'), askedWith('LOOK')]).toEqual([1, 1])
    },
  )

  it('hears it once when it was at work when it was told', async () => {
    const { chats, sessionId, send } = await begin('Begin with a slow one, please.')
    await send('Behind a question, please.')
    const first = (await agentsOf(chats, sessionId)).find(({ title }) => title === 'First')
    if (first === undefined) throw new Error('It was not started.')
    const unheard = async () => (await agentsOf(chats, sessionId)).map((agent) => agent.unheard)
    await expect.poll(unheard, SOON).toEqual([1])
    gate.open()
    await expect.poll(() => askedWith('MORE'), SOON).toBe(1)
    await expect.poll(() => statesOf(chats, sessionId), SOON).toEqual(['First done'])
    const after = await story.afterCrash()
    await allowed(after, sessionId)
    await after.app.idle()
    expect(await newestLines(after, sessionId)).toEqual([
      ...['assistant: ', 'tool: Looked up.'],
      `tool: The agent ${first.sessionId} is at work and hears this with its next step.`,
      ...['child-summary: Found more.', 'assistant: I see.'],
    ])
    expect(askedWith('MORE')).toBe(1)
  })
})
