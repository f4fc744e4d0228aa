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
const SLOW = { title: 'Slow', prompt: 'SLOW' }
const QUICK = { title: 'Quick', prompt: 'QUICK' }

const IS_MOVED = expect.stringMatching(
  /^tool: The agent “Slow” \(ses_\w+\) has started\. .*You will be told when it has ended/,
)

let gate = createGate()
const RULES: readonly (readonly [string, () => Script])[] = [
  ['Behind one', () => give({ title: 'Ahead', prompt: 'HANG' }, SLOW)],
  ['Behind a question', () => give({ title: 'Ahead', prompt: 'LOOK', agent: 'explore' }, SLOW, QUICK)],
  ['HANG', () => HANGS],
  ['SLOW', () => held(gate, 'Slowly found.')],
  ['QUICK', () => textScript('Quickly found.')],
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
/** What stands behind the calls of a chat. */
const linesIn = async (chats: Chats, sessionId: SessionId) =>
  linesOf((await chats.look(sessionId)).path).filter((line) => !/^(user|runtime-notice)/.test(line))
const askedWith = (word: string) =>
  story.asked().filter(({ messages }) => JSON.stringify(messages.at(-1)).includes(word)).length

/** Has nobody wait for the slow agent any more. What that leaves in the log is the same where time has moved it. */
async function moveSlow(chats: Chats, sessionId: SessionId): Promise<void> {
  const slow = (await agentsOf(chats, sessionId)).find(({ title }) => title === 'Slow')
  if (slow === undefined) throw new Error('It was not started.')
  await chats.handlers['agent.toBackground']({ sessionId: slow.sessionId }, chats.caller)
}

async function begin(text: string, more = '') {
  gate = createGate()
  const chats = await story.start(`${modelTable('model', story.server().baseUrl)}${more}`)
  const target = { to: 'project', projectId: chats.projectId, permissionMode: 'ask' } as const
  const wanted = { target: { ...target, model: ModelRef.parse('test/scripted') }, text, images: [] }
  const { sessionId } = await chats.handlers['session.send'](wanted, chats.caller)
  return { chats, sessionId }
}

describe(
  'an agent, moved to the background when the app is killed before its call is answered',
  PATIENCE,
  () => {
    it.each(['is at work', 'has ended'] as const)('is told of once when it %s', async (how) => {
      const { chats, sessionId } = await begin('Behind one, please.')
      await expect.poll(() => statesOf(chats, sessionId), SOON).toEqual(['Ahead running', 'Slow running'])
      await moveSlow(chats, sessionId)
      if (how === 'has ended') {
        gate.open()
        await expect.poll(() => statesOf(chats, sessionId), SOON).toEqual(['Ahead running', 'Slow done'])
      }
      const after = await story.afterCrash()
      const came = how === 'has ended' ? 'Slowly found.' : 'The agent did not finish.'
      expect(await linesIn(after, sessionId)).toEqual([
        'assistant: ',
        expect.stringContaining('tool: The app was closed while this agent worked.'),
        IS_MOVED,
        expect.stringContaining(`child-summary: ${came}`),
      ])
      await after.handlers['session.goOn']({ sessionId }, after.caller)
      await after.app.idle()
      expect((await linesIn(after, sessionId)).slice(4)).toEqual(['assistant: I see.'])
      expect([askedWith('SLOW'), askedWith('HANG')]).toEqual([1, 1])
    })
  },
)

describe('agents whose answers wait behind a call that the person has to allow', PATIENCE, () => {
  it.each(['killed', 'closed'] as const)(
    'are told of once and work once when it is allowed after the app was %s',
    async (how) => {
      const { chats, sessionId } = await begin('Behind a question, please.', ASK_FOR_LOOKS)
      await expect.poll(() => statesOf(chats, sessionId), SOON).toEqual(['Quick done', 'Slow running'])
      await moveSlow(chats, sessionId)
      gate.open()
      await expect.poll(() => statesOf(chats, sessionId), SOON).toEqual(['Quick done', 'Slow done'])
      if (how === 'closed') await story.end(chats)
      const after = await story.afterCrash()
      const [asked] = await after.handlers['inbox.list']({}, after.caller)
      if (asked === undefined) throw new Error('Nothing is asked.')
      const { requestId } = asked.ask
      await after.handlers['interaction.answer'](
        { sessionId, requestId, outcome: 'approved', remember: { scope: 'once' } },
        after.caller,
      )
      await after.app.idle()
      expect(await linesIn(after, sessionId)).toEqual([
        ...['assistant: ', 'tool: Looked up.', IS_MOVED, 'tool: Quickly found.'],
        ...['child-summary: Slowly found.', 'assistant: I see.'],
      ])
      expect(await statesOf(after, sessionId)).toEqual(['Ahead done', 'Quick done', 'Slow done'])
      expect([askedWith('SLOW'), askedWith('QUICK'), askedWith('LOOK')]).toEqual([1, 1, 1])
    },
  )
})
