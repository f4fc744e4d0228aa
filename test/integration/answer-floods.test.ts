import { describe, expect, it } from 'vitest'
import { textOf } from '#shared/session/message-words.ts'
import { longestAnswer } from '../../src/main/models/protocol/answer-limit.ts'
import { createFloodServer, FLOODS } from '../support/models/flood-server.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { messagesOf, tellChats } from '../support/stories/chat-story.ts'

const story = tellChats()

/** Starts the app on a server that answers with the flood. */
async function flooded(kind: keyof typeof FLOODS, maxTokens: number) {
  const { baseUrl } = await createFloodServer(FLOODS[kind])
  const config = PLAIN_TITLES + modelTable('model', baseUrl, { maxTokens, contextWindow: 1_000_000 })
  return story.start(config)
}

/** The longest time in which nothing else could run, until the work is done. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 10)
  await work()
  clearInterval(timer)
  return longest
}

describe('a model that never ends its answer', () => {
  it.each(['text', 'reasoning'] as const)(
    'with %s: what arrived is kept, and the run says why it ended',
    async (kind) => {
      const chats = await flooded(kind, 4_096)
      const id = await chats.say('Go')
      const [run] = await chats.runs(id)
      expect([run?.status, run?.error?.message]).toEqual([
        'failed',
        expect.stringMatching(/^Orrery ended the answer of .* after 320 KB: .* at most 4096 tokens/),
      ])
      const message = messagesOf((await chats.look(id)).path).at(-1)
      const words = message?.parts.map((part) => ('text' in part ? part.text : '')).join('') ?? ''
      expect([words.length, message?.error?.message]).toEqual([longestAnswer(4_096), run?.error?.message])
    },
  )

  it('with calls: none of them runs', async () => {
    const chats = await flooded('calls', 4_096)
    const id = await chats.say('Go')
    const { path } = await chats.look(id)
    expect(messagesOf(path).map(textOf)).toEqual(['Go'])
    expect((await chats.runs(id))[0]?.error?.message).toContain('none of the calls has run')
  })

  it.each(['text', 'tiny pieces of text', 'arguments that seem to end', 'comments', 'empty events'] as const)(
    'with %s: others get their turn, and it can be stopped',
    async (kind) => {
      const chats = await flooded(kind, 400_000)
      const id = await chats.ask('Go')
      const blocked = await longestBlock(async () => {
        await expect.poll(() => chats.unfinished(id)).toBe(1)
        const [run] = await chats.runs(id)
        if (run !== undefined) {
          await chats.handlers['run.stop']({ sessionId: id, runId: run.runId }, chats.caller)
        }
        await chats.app.idle()
      })
      const [run] = await chats.runs(id)
      expect(run?.status).toBe('cancelled')
      expect(blocked).toBeLessThan(1_000)
    },
  )
})
