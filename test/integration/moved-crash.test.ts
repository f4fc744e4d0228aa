import { describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { held } from '../support/hosts/rule-host.ts'
import { textScript } from '../support/models/model-script.ts'
import { give, HANGS, tellAgentCrash } from '../support/stories/agent-crash-story.ts'
import { type Chats, linesOf, withoutAgentId } from '../support/stories/chat-story.ts'

const PATIENCE = { timeout: 40_000 }
const SLOW = { title: 'Slow', prompt: 'SLOW' }
const QUICK = { title: 'Quick', prompt: 'QUICK' }

const IS_MOVED = expect.stringMatching(
  /^tool: The agent “Slow” \(ses_\w+\) has started\. .*You will be told when it has ended/,
)

const story = tellAgentCrash([
  ['Behind one', () => give({ title: 'Ahead', prompt: 'HANG' }, SLOW)],
  ['Behind a question', () => give({ title: 'Ahead', prompt: 'LOOK', agent: 'explore' }, SLOW, QUICK)],
  ['HANG', () => HANGS],
  ['SLOW', (gate) => held(gate, 'Slowly found.')],
  ['QUICK', () => textScript('Quickly found.')],
  ['LOOK', () => textScript('Looked up.')],
])

/** What stands behind the calls of a chat. */
const linesIn = async (chats: Chats, sessionId: SessionId) =>
  linesOf((await chats.look(sessionId)).path)
    .filter((line) => !/^(user|runtime-notice|tool-delta)/.test(line))
    .map(withoutAgentId)

/** Has nobody wait for the slow agent any more. What that leaves in the log is the same where time has moved it. */
async function moveSlow(chats: Chats, sessionId: SessionId): Promise<void> {
  const slow = (await story.agentsOf(chats, sessionId)).find(({ title }) => title === 'Slow')
  if (slow === undefined) throw new Error('It was not started.')
  await chats.handlers['agent.toBackground']({ sessionId: slow.sessionId }, chats.caller)
}

describe(
  'an agent, moved to the background when the app is killed before its call is answered',
  PATIENCE,
  () => {
    it.each(['is at work', 'has ended'] as const)('is told of once when it %s', async (how) => {
      const { chats, sessionId } = await story.begin('Behind one, please.')
      await story.until(chats, sessionId, ['Ahead running', 'Slow running'])
      await moveSlow(chats, sessionId)
      if (how === 'has ended') {
        story.openGate()
        await story.until(chats, sessionId, ['Ahead running', 'Slow done'])
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
      expect([story.askedWith('SLOW'), story.askedWith('HANG')]).toEqual([1, 1])
    })
  },
)

describe('agents whose answers wait behind a call that the person has to allow', PATIENCE, () => {
  it.each(['killed', 'closed'] as const)(
    'are told of once and work once when it is allowed after the app was %s',
    async (how) => {
      const { chats, sessionId } = await story.begin('Behind a question, please.')
      await story.until(chats, sessionId, ['Quick done', 'Slow running'])
      await moveSlow(chats, sessionId)
      story.openGate()
      await story.until(chats, sessionId, ['Quick done', 'Slow done'])
      if (how === 'closed') await story.end(chats)
      const after = await story.afterCrash()
      await story.allow(after, sessionId)
      expect(await linesIn(after, sessionId)).toEqual([
        ...['assistant: ', 'tool: Looked up.', IS_MOVED, 'tool: Quickly found.'],
        ...['child-summary: Slowly found.', 'assistant: I see.'],
      ])
      expect(await story.statesOf(after, sessionId)).toEqual(['Ahead done', 'Quick done', 'Slow done'])
      expect(['SLOW', 'QUICK', 'LOOK'].map(story.askedWith)).toEqual([1, 1, 1])
    },
  )
})
