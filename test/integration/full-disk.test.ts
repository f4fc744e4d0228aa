import { describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { CAN_FILL, fillDisk, fillDiskAtOnce } from '../support/disk/full-disk.ts'
import { createHeldDisk } from '../support/disk/held-disk.ts'
import type { SentRequest } from '../support/hosts/agent-host.ts'
import { held } from '../support/hosts/rule-host.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { type Chats, linesOf, tellChats } from '../support/stories/chat-story.ts'

const PATIENCE = { timeout: 40_000 }
let gate = createGate()
const story = tellChats({
  respond: ({ body }) => {
    const asked = JSON.stringify((body as SentRequest).messages.at(-1))
    if (asked.includes('Begin'))
      return callScript([{ name: 'agent', args: { title: 'Looks', prompt: 'LOOK' } }])
    if (asked.includes('LOOK')) return held(gate, 'The blue one.')
    return textScript('I see.')
  },
})

/** An agent that works for a chat, and hears what is said once the gate is open. */
async function agentAtWork() {
  gate = createGate()
  const chats = await story.start(modelTable('model', story.server().baseUrl))
  const chat = await chats.ask('Begin.')
  await expect.poll(() => story.asked().length, PATIENCE).toBe(2)
  const [agent] = await chats.handlers['agent.runs']({ sessionId: chat }, chats.caller)
  if (agent === undefined) throw new Error('No agent was started.')
  const { sessionId } = agent
  const tell = async (text: string) => chats.handlers['agent.message']({ sessionId, text }, chats.caller)
  const heard = async () => (await wordsIn(chats, sessionId)).filter((line) => /one$|two$|three$/.test(line))
  return { chats, sessionId, tell, heard }
}

const wordsIn = async (chats: Chats, sessionId: SessionId) => linesOf((await chats.look(sessionId)).path)

async function titlesIn({ handlers, projectId, caller }: Chats): Promise<readonly string[]> {
  const { sessions } = await handlers['session.list']({ projectId, limit: 20 }, caller)
  return sessions.map(({ title }) => title).toSorted()
}

/** A chat that rests while another is at work, and brings nothing to the disk. */
async function chatBesideWork() {
  gate = createGate()
  const disk = createHeldDisk()
  const config = modelTable('model', story.server().baseUrl)
  const chats = await story.start(config, { logSync: disk.logSync })
  const chat = await chats.say('Good day.')
  const other = await chats.ask('Begin.')
  await expect.poll(() => story.asked().length, PATIENCE).toBe(3)
  const [agent] = await chats.handlers['agent.runs']({ sessionId: other }, chats.caller)
  if (agent === undefined) throw new Error('No agent was started.')
  disk.hold()
  const { sessionId } = agent
  const busy = chats.handlers['agent.message']({ sessionId, text: 'Word one' }, chats.caller)
  await disk.asked()
  return { chats, chat, busy: Promise.resolve(busy), release: disk.release }
}

/** Passes when calls have written, and nothing of it was committed at the end of the turn. */
async function written(): Promise<void> {
  for (let step = 0; step < 100; step += 1) await null
}

describe.runIf(CAN_FILL)('words for an agent, on a disk that is full', () => {
  it('are refused with a sentence, and heard once when they are said again with room for them', async () => {
    const { chats, tell, heard } = await agentAtWork()
    await tell('Word one')
    const free = await fillDisk(process.pid)
    try {
      await expect(tell('Word two')).rejects.toMatchObject({
        code: 'db.full',
        message: expect.stringContaining('disk'),
      })
    } finally {
      await free()
    }
    await tell('Word two')
    await tell('Word three')
    gate.open()
    await chats.app.idle()
    expect(await heard()).toEqual(['steer: Word one', 'steer: Word two', 'steer: Word three'])
  }, 60_000)

  it('are each refused or kept, never both, when many come as it fills', async () => {
    const { chats, tell, heard } = await agentAtWork()
    const words = Array.from({ length: 12 }, (_, at) => `Word ${at}, and one`)
    const outcome = (text: string) =>
      tell(text).then(
        () => [`steer: ${text}`],
        (error: unknown): string[] => {
          expect(error).toMatchObject({ code: 'db.full' })
          return []
        },
      )
    const before = words.slice(0, 6).map(outcome)
    await written()
    const free = fillDiskAtOnce(process.pid)
    const kept = await Promise.all([...before, ...words.slice(6).map(outcome)])
    await free()
    gate.open()
    await chats.app.idle()
    expect((await heard()).toSorted()).toEqual(kept.flat().toSorted())
  }, 60_000)

  it('are refused and not said in a chat either, while others are at work', async () => {
    const { chats, chat, busy, release } = await chatBesideWork()
    const free = fillDiskAtOnce(process.pid)
    await expect(chats.say('Are you there?', chat)).rejects.toMatchObject({ code: 'db.full' })
    await free()
    release()
    await busy
    gate.open()
    await chats.app.idle()
    expect((await wordsIn(chats, chat)).filter((line) => line.startsWith('user'))).toEqual([
      'user: Good day.',
    ])
    await chats.say('Are you there?', chat)
    expect((await wordsIn(chats, chat)).slice(-2)).toEqual(['user: Are you there?', 'assistant: I see.'])
  }, 60_000)

  it.each([
    ['words', 'Good evening.', 'Good evening.'],
    ['a goal', '/goal Know it all.', 'Know it all.'],
  ])(
    'begin no chat where they are refused (%s)',
    async (_what, typed, said) => {
      const { chats, busy, release } = await chatBesideWork()
      const free = fillDiskAtOnce(process.pid)
      await expect(chats.say(typed)).rejects.toMatchObject({ code: 'db.full' })
      await free()
      release()
      await busy
      gate.open()
      await chats.app.idle()
      expect(await titlesIn(chats)).toEqual(['Begin.', 'Good day.'])
      const again = await chats.say(typed)
      expect((await wordsIn(chats, again)).slice(-2)).toEqual([`user: ${said}`, 'assistant: I see.'])
      const after = await story.afterCrash()
      expect(await titlesIn(after)).toEqual(['Begin.', 'Good day.', said].toSorted())
    },
    60_000,
  )

  it('are not lost by one that comes to its end meanwhile', async () => {
    const { chats, tell, sessionId } = await agentAtWork()
    await tell('Word one')
    const free = await fillDisk(process.pid)
    gate.open()
    await chats.app.idle()
    await free()
    await tell('Word two')
    await chats.app.idle()
    const words = await wordsIn(chats, sessionId)
    expect(words.filter((line) => line.includes('Word one'))).toHaveLength(1)
    expect(words.filter((line) => line.includes('Word two'))).toHaveLength(1)
    expect((await chats.look(sessionId)).folds.queue).toEqual([])
  }, 60_000)
})
