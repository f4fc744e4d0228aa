import { describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { held } from '../support/hosts/rule-host.ts'
import { textScript } from '../support/models/model-script.ts'
import { give, HANGS, tellAgentCrash } from '../support/stories/agent-crash-story.ts'
import { type Chats, linesOf, withoutAgentId } from '../support/stories/chat-story.ts'

const PATIENCE = { timeout: 40_000 }
const SOON = { timeout: 8_000 }
const MORE = { title: 'More', prompt: 'MORE', resume: 'First' }
const ASKED = { title: 'Asked', prompt: 'LOOK', agent: 'explore' }

const story = tellAgentCrash([
  ['Begin with one', () => give({ title: 'First', prompt: 'BEGIN' })],
  ['Begin with a slow one', () => give({ title: 'First', prompt: 'SLOW', background: true })],
  ['Behind one', () => give({ title: 'Ahead', prompt: 'HANG' }, MORE)],
  ['Behind a question', () => give(ASKED, MORE)],
  ['HANG', () => HANGS],
  ['SLOW', (gate) => held(gate, 'Slowly found.')],
  ['MORE', () => textScript('Found more.')],
  ['BEGIN', () => textScript('Begun.')],
  ['LOOK', () => textScript('Looked up.')],
])

/** What stands behind the newest words of the person. */
const newestLines = async (chats: Chats, sessionId: SessionId) => {
  const lines = linesOf((await chats.look(sessionId)).path).map(withoutAgentId)
  return lines.slice(lines.findLastIndex((line) => line.startsWith('user')) + 1)
}

/** A chat that has started an agent, which is let go on by what is said then. */
async function begin(text: string) {
  const { chats, sessionId } = await story.begin(text)
  await expect.poll(async () => (await newestLines(chats, sessionId)).at(-1), SOON).toBe('assistant: I see.')
  const target = { to: 'session', sessionId } as const
  const send = (words: string) =>
    chats.handlers['session.send']({ target, text: words, images: [] }, chats.caller)
  return { chats, sessionId, send }
}

describe('an agent that is let go on by a call that is open when the app ends', PATIENCE, () => {
  it('has its answer told, and does not work again, when the app is killed after it has ended', async () => {
    const { chats, sessionId, send } = await begin('Begin with one, please.')
    await send('Behind one, please.')
    await expect.poll(() => story.askedWith('MORE'), SOON).toBe(1)
    await story.until(chats, sessionId, ['Ahead running', 'First done'])
    const after = await story.afterCrash()
    expect(await newestLines(after, sessionId)).toEqual([
      'assistant: ',
      expect.stringContaining('tool: The app was closed while this agent worked.'),
      'tool: Found more.',
    ])
    await after.handlers['session.goOn']({ sessionId }, after.caller)
    await after.app.idle()
    const last = (await newestLines(after, sessionId)).at(-1)
    expect([last, story.askedWith('MORE')]).toEqual(['assistant: I see.', 1])
  })

  it.each(['killed', 'closed'] as const)(
    'hears it once when the call before it is allowed after the app was %s',
    async (how) => {
      const { chats, sessionId, send } = await begin('Begin with one, please.')
      await send('Behind a question, please.')
      await expect.poll(() => story.askedWith('MORE'), SOON).toBe(1)
      await story.until(chats, sessionId, ['First done'])
      if (how === 'closed') await story.end(chats)
      const after = await story.afterCrash()
      await story.allow(after, sessionId)
      expect(await newestLines(after, sessionId)).toEqual([
        ...['assistant: ', 'tool: Looked up.', 'tool: Found more.', 'assistant: I see.'],
      ])
      expect(['MORE', 'LOOK'].map(story.askedWith)).toEqual([1, 1])
    },
  )

  it('hears it once when it was at work when it was told', async () => {
    const { chats, sessionId, send } = await begin('Begin with a slow one, please.')
    await send('Behind a question, please.')
    const [first] = await story.agentsOf(chats, sessionId)
    if (first === undefined) throw new Error('It was not started.')
    const unheard = async () => (await story.agentsOf(chats, sessionId)).map((agent) => agent.unheard)
    await expect.poll(unheard, SOON).toEqual([1])
    story.openGate()
    await expect.poll(() => story.askedWith('MORE'), SOON).toBe(1)
    await story.until(chats, sessionId, ['First done'])
    const after = await story.afterCrash()
    await story.allow(after, sessionId)
    expect(await newestLines(after, sessionId)).toEqual([
      ...['assistant: ', 'tool: Looked up.'],
      `tool: The agent ${first.sessionId} is at work and hears this with its next step.`,
      ...['child-summary: Found more.', 'assistant: I see.'],
    ])
    expect(story.askedWith('MORE')).toBe(1)
  })
})
