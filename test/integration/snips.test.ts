import { describe, expect, it } from 'vitest'
import type { EventId, SessionId } from '#shared/ids.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { textOf } from '#shared/session/message-words.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { type Chats, linesOf, tellChats } from '../support/stories/chat-story.ts'

const story = tellChats()
const start = () => story.start(modelTable('model', story.server().baseUrl))
const saidIn = (at: number) => JSON.stringify(story.asked().at(at)?.messages)
const LONG = 'The tide rises and falls. '.repeat(400)

/** The message of the person that says this. */
async function asked({ look }: Chats, sessionId: SessionId, words: string): Promise<EventId> {
  const { path } = await look(sessionId)
  const found = path.find((event) => event.kind === 'message' && textOf(event.payload.message) === words)
  if (found === undefined) throw new Error(`Nobody said ${words}`)
  return found.id
}

async function leaveOut(chats: Chats, sessionId: SessionId, words: string): Promise<EventId> {
  const eventId = await asked(chats, sessionId, words)
  await chats.handlers['exchange.snip']({ sessionId, eventId }, chats.caller)
  return eventId
}

describe('an exchange that is left out', () => {
  it('takes no list of steps from an agent that has steps left: it is told them once more', async () => {
    const steps = [
      { title: 'Look', status: 'completed' },
      { title: 'Write', status: 'pending' },
    ]
    story.server().enqueue(callScript([{ id: 'p1', name: 'plan', args: { goal: 'An almanac', steps } }]))
    story.server().enqueue(textScript('Begun.'), textScript('Second.'), textScript('Third.'))
    const chats = await start()
    const sessionId = await chats.say('Make a list')
    await chats.say('Go on', sessionId)
    await leaveOut(chats, sessionId, 'Make a list')
    await chats.say('Where are we?', sessionId)
    expect(saidIn(-1)).not.toContain('Begun.')
    expect(saidIn(-1)).toMatch(/its message was excluded.*Its goal: An almanac\\n\[x\] Look\\n\[ \] Write/)
    const before = story.asked().at(-1)?.messages
    story.server().enqueue(textScript('Fourth.'))
    await chats.say('And now?', sessionId)
    expect(story.asked().at(-1)?.messages.slice(0, before?.length)).toEqual(before)
    expect(saidIn(-1).match(/Its goal: An almanac/g)).toHaveLength(1)
  })

  it('cannot be put back once a summary stands for it, and can when the summary is taken back', async () => {
    story.server().enqueue(textScript(LONG), textScript(LONG), textScript(LONG), textScript('They talked.'))
    const chats = await start()
    const { handlers, caller, app } = chats
    const sessionId = await chats.say('first')
    await chats.say('second', sessionId)
    await chats.say('third', sessionId)
    const eventId = await leaveOut(chats, sessionId, 'first')
    await handlers['session.compact']({ sessionId, note: '' }, caller)
    await app.idle()
    expect(saidIn(-1)).not.toContain('first')
    await expect(
      (async () => handlers['exchange.restore']({ sessionId, eventId }, caller))(),
    ).rejects.toThrow('summarised since')
    await handlers['session.undoCompact']({ sessionId }, caller)
    await handlers['exchange.restore']({ sessionId, eventId }, caller)
    story.server().enqueue(textScript('Whole.'))
    await chats.say('fourth', sessionId)
    expect(saidIn(-1)).toContain('first')
  })

  it('is said in other words on a branch of its own, where nothing is left out', async () => {
    story.server().enqueue(textScript('one'), textScript('two'), textScript('three'), textScript('other'))
    const chats = await start()
    const { handlers, caller, app, look } = chats
    const sessionId = await chats.say('first')
    await chats.say('second', sessionId)
    await chats.say('third', sessionId)
    const eventId = await leaveOut(chats, sessionId, 'second')
    const main = (await look(sessionId)).path.at(-1)?.id
    await handlers['session.resend']({ sessionId, eventId, text: 'second, in other words' }, caller)
    await app.idle()
    expect(linesOf((await look(sessionId)).path)).toEqual([
      ...['user: first', 'assistant: one', 'user: second, in other words', 'assistant: other'],
    ])
    expect(saidIn(-1)).toContain('first')
    if (main === undefined) throw new Error('The chat is empty.')
    await handlers['session.visit']({ sessionId, eventId: main }, caller)
    story.server().enqueue(textScript('four'))
    await chats.say('fourth', sessionId)
    expect(saidIn(-1)).not.toContain('second')
  })

  it('is told to no agent that is started from the chat as a fork, which begins with the same bytes', async () => {
    story.server().enqueue(textScript('one'), textScript('two'))
    const chats = await start()
    const sessionId = await chats.say('Which stars are near?')
    await chats.say('How high is the tide?', sessionId)
    await leaveOut(chats, sessionId, 'Which stars are near?')
    const task = { title: 'Try', prompt: 'TRY-ONE', fork: true }
    story.server().enqueue(callScript([{ id: 'a1', name: 'agent', args: task }]))
    story.server().enqueue(textScript('Started.'), textScript('Done.'), textScript('Noted.'))
    await chats.say('Go on', sessionId)
    const all = story.asked().map(({ messages }) => JSON.stringify(messages))
    const parent = all.find((each) => each.includes('Go on'))?.slice(0, -1)
    const fork = all.find((each) => each.includes('TRY-ONE') && each.includes('you are a fork'))
    if (parent === undefined) throw new Error('Nobody was asked.')
    expect(fork?.slice(0, parent.length)).toBe(parent)
    expect(fork).not.toContain('Which stars are near?')
    expect(fork).toContain('How high is the tide?')
  })

  it('is not read with a message that was held when a run was stopped either, once that is released', async () => {
    story.server().enqueue(textScript('one'), textScript('two'), { steps: [{ do: 'hang' }] })
    const chats = await start()
    const { handlers, caller, app } = chats
    const sessionId = await chats.say('Which stars are near?')
    await chats.say('second', sessionId)
    const target = { to: 'session', sessionId } as const
    await handlers['session.send']({ target, text: 'third', images: [] }, caller)
    await handlers['queue.add']({ sessionId, lane: 'followup', text: 'What else?' }, caller)
    await expect.poll(() => story.asked().length).toBe(3)
    const stopped = (await chats.runs(sessionId)).find(({ status }) => !isTerminal(status))
    if (stopped === undefined) throw new Error('Nothing goes on.')
    await handlers['run.stop']({ sessionId, runId: stopped.runId }, caller)
    await app.idle()
    story.server().enqueue(textScript('four'))
    expect((await chats.look(sessionId)).folds.queue).toMatchObject([{ text: 'What else?', held: true }])
    await leaveOut(chats, sessionId, 'Which stars are near?')
    await handlers['queue.release']({ sessionId }, caller)
    await app.idle()
    expect(saidIn(-1)).toContain('What else?')
    expect(saidIn(-1)).toContain('second')
    expect(saidIn(-1)).not.toContain('Which stars are near?')
  })
})
