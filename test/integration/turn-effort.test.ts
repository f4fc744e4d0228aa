import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { WindowMessage } from '#shared/events/delivery.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Effort } from '#shared/model/efforts.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { tellChats } from '../support/stories/chat-story.ts'

const story = tellChats()
let shown: (readonly [boolean, Effort | null])[] = []
beforeEach(() => {
  shown = []
})

/** Keeps the efforts that windows hear of: whether a run named them, and what they are. */
const send = (_window: number, message: WindowMessage) => {
  if (message.t !== 'events') return
  for (const event of message.events) {
    if (event.kind === 'context.trace') shown.push([event.runId !== undefined, event.payload.effort])
  }
}

const start = () =>
  story.start(
    modelTable('model', story.server().baseUrl, { reasoning: true, lines: 'reasoningEffort = "medium"' }) +
      PLAIN_TITLES,
    { send },
  )

const efforts = () => story.asked().map((body) => ('reasoning_effort' in body ? body.reasoning_effort : null))
const words = () => story.asked().map(({ messages }) => messages.at(-1)?.content)

describe('the effort of one turn', () => {
  it('goes before that of the chat, with all requests of the turn, and ends with it', async () => {
    const { say, handlers, caller } = await start()
    story
      .server()
      .enqueue(
        textScript('One.'),
        callScript([{ name: 'list', args: {} }]),
        textScript('Two.'),
        textScript('Three.'),
      )
    const sessionId = await say('First')
    await handlers['session.update']({ sessionId, changes: { effort: 'low' } }, caller)
    await say('/think xhigh Second', sessionId)
    await say('Third', sessionId)
    expect(efforts()).toEqual(['medium', 'xhigh', 'xhigh', 'low'])
    expect(words()[1]).toBe('Second')
  })

  it('reaches the subagents of the turn, and no agent of the next', async () => {
    const { say } = await start()
    const agent = callScript([{ name: 'agent', args: { title: 'Look', prompt: 'Look there.' } }])
    story
      .server()
      .enqueue(agent, textScript('Seen.'), textScript('One.'), agent, textScript('Seen.'), textScript('Two.'))
    const sessionId = await say('/think xhigh First')
    await say('Second', sessionId)
    expect(efforts()).toEqual(['xhigh', 'xhigh', 'xhigh', 'medium', 'medium', 'medium'])
  })

  it('begins a chat, with a limit of the turn in either order', async () => {
    const { say, runs } = await start()
    story.server().enqueue(textScript('One.'), textScript('Two.'))
    const sessionId = await say('/ultrathink +500k First')
    await say('+500k /think Second', sessionId)
    expect(efforts()).toEqual(['max', 'high'])
    expect(words()).toEqual(['First', 'Second'])
    expect(await runs(sessionId)).toMatchObject([
      { effort: 'max', pool: { tokens: 500_000 } },
      { effort: 'high', pool: { tokens: 500_000 } },
    ])
  })

  it('waits with its message for a turn of its own', async () => {
    const { ask, app, handlers, caller } = await start()
    const gate = createGate()
    const done = textScript('One.')
    story
      .server()
      .enqueue({ steps: [{ do: 'wait', gate }, ...('steps' in done ? done.steps : [])] }, textScript('Two.'))
    const sessionId = await ask('First')
    await handlers['queue.add']({ sessionId, lane: 'steer', text: '/think max Second' }, caller)
    gate.open()
    await app.idle()
    expect(efforts()).toEqual(['medium', 'max'])
    expect(words()).toEqual(['First', 'Second'])
  })

  it('is refused without a message', async () => {
    const { say } = await start()
    await expect(say('/think low')).rejects.toThrow('Write a message behind /think')
    expect(story.asked()).toEqual([])
  })
})

describe('the effort that windows show', () => {
  const efforted = async (effort: string) => {
    const folder = join(story.home(), 'agents')
    await mkdir(folder, { recursive: true })
    const header = `description: Thinks.\nmode: primary\neffort: ${effort}`
    await writeFile(join(folder, 'thinker.md'), `---\n${header}\n---\n\nThinker.\n`)
  }
  it('is that of the request: of the turn while it runs, then that of the agent', async () => {
    await efforted('high')
    const { say, handlers, caller, look } = await start()
    story.server().enqueue(textScript('One.'), textScript('Two.'))
    const sessionId = await say('First')
    await look(sessionId)
    await handlers['session.switchAgent']({ sessionId, agentId: 'thinker' }, caller)
    await expect.poll(() => shown.at(-1)).toEqual([false, 'high'])
    await say('/ultrathink Second', sessionId)
    await expect.poll(() => shown.filter(([ofRun]) => ofRun).at(-1)).toEqual([true, 'max'])
    expect(efforts()).toEqual(['medium', 'max'])
  })

  it('follows a change in the chat', async () => {
    const { say, handlers, caller, look } = await start()
    story.server().enqueue(textScript('One.'))
    const sessionId: SessionId = await say('First')
    await look(sessionId)
    await handlers['session.update']({ sessionId, changes: { effort: 'low' } }, caller)
    await expect.poll(() => shown.at(-1)).toEqual([false, 'low'])
  })
})
