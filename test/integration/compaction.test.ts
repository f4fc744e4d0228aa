import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { type Chats, tellChats } from '../support/stories/chat-story.ts'

const TOO_LONG: Script = {
  status: 400,
  body: {
    error: {
      code: 'context_length_exceeded',
      type: 'invalid_request_error',
      message: "This model's maximum context length is 8192 tokens.",
    },
  },
}

const story = tellChats()
const start = (contextWindow: number): Promise<Chats> =>
  story.start(modelTable('model', story.server().baseUrl, { contextWindow }))
const saidIn = (at: number) => JSON.stringify(story.asked()[at]?.messages)
const LONG = 'The tide rises and falls. '.repeat(150)

describe('a chat that grows too long', () => {
  it('is compacted when the server refuses it, and the same turn is answered', async () => {
    story.server().enqueue(textScript(`First. ${LONG}`), textScript('Second.'))
    story.server().enqueue(TOO_LONG, textScript('They spoke of the tide.'), textScript('Third.'))
    const { say, look } = await start(100_000)
    const sessionId = await say('What is the tide?')
    await say('How often?', sessionId)
    await say('Why?', sessionId)

    const { path, folds } = await look(sessionId)
    expect(path.map(({ kind }) => kind).slice(-3)).toEqual(['message', 'compact', 'message'])
    const [chat, system] = Object.values(folds.runs).slice(-2)
    expect(chat).toMatchObject({ kind: 'chat', status: 'completed', turns: 1 })
    expect(system).toMatchObject({ kind: 'system', status: 'completed', parentRunId: chat?.runId })
    expect(saidIn(3)).toContain('<conversation>')
    expect(String(story.asked()[3]?.messages[0]?.content)).toContain('You sum up the older part')
    expect(saidIn(4)).toContain('They spoke of the tide.')
    expect(saidIn(4)).toContain('Why?')
    expect(saidIn(4)).not.toContain('rises and falls')
  })

  it('is compacted before a request that would not fit, in the middle of a run', async () => {
    const read = (id: string) => callScript([{ id, name: 'read', args: { path: `${id}.txt` } }])
    const page = Array.from({ length: 1_500 }, (_, line) => `${line} The tide rises and falls.`).join('\n')
    for (const id of ['c1', 'c2', 'c3']) await writeFile(story.file(`${id}.txt`), page)
    story
      .server()
      .enqueue(read('c1'), read('c2'), read('c3'), textScript('They read the files.'), textScript('Done.'))
    const { say, look } = await start(72_000)
    const sessionId = await say('Read all three')
    const { path, folds } = await look(sessionId)
    expect(path.filter(({ kind }) => kind === 'compact')).toHaveLength(1)
    expect(Object.values(folds.runs).map(({ kind, status }) => [kind, status])).toEqual([
      ['chat', 'completed'],
      ['system', 'completed'],
    ])
    expect(saidIn(4)).toContain('Read all three')
    expect(saidIn(4)).toContain('They read the files.')
  })

  it('is compacted when the person asks for it, can be taken back, and says what it gained', async () => {
    story
      .server()
      .enqueue(textScript(`First. ${LONG}`), textScript('Second.'), textScript('They spoke of the tide.'))
    const { app, handlers, caller, say, look } = await start(100_000)
    const sessionId = await say('What is the tide?')
    await say('How often?', sessionId)
    const preview = await handlers['session.compactPreview']({ sessionId }, caller)
    expect(preview).toMatchObject({ summarised: 2, kept: 2 })
    await handlers['session.compact']({ sessionId, note: 'Mind the hours' }, caller)
    await app.idle()
    const compact = (await look(sessionId)).path.at(-1)
    expect(compact).toMatchObject({
      kind: 'compact',
      payload: {
        summary: expect.stringMatching(/^They spoke of the tide\.\n[\s\S]*- What is the tide\?$/),
        tokensBefore: preview?.before,
        trigger: 'manual',
      },
    })
    expect(saidIn(2)).toContain('Mind the hours')
    await handlers['session.undoCompact']({ sessionId }, caller)
    expect((await look(sessionId)).path.map(({ kind }) => kind)).not.toContain('compact')
    await handlers['session.visit']({ sessionId, eventId: compact?.id as never }, caller)
    expect((await look(sessionId)).path.at(-1)?.id).toBe(compact?.id)
  })
})
