import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { linesOf, messagesOf, tellChats } from '../support/stories/chat-story.ts'

/** Each of these starts the app twice. */
const PATIENCE = { timeout: 40_000 }

const story = tellChats()
const server = () => story.server()
const start = () => story.start(modelTable('model', server().baseUrl))

const call = (index: number, name: string, args: unknown) => [
  { do: 'call' as const, index, id: `call_${index}`, name },
  { do: 'call' as const, index, args: JSON.stringify(args) },
]
const LOOK = call(0, 'read', { path: 'tide.txt' })
/** The next call begins to be written, so the one before it is complete. */
const ACT = call(1, 'write', { path: 'made.txt', content: 'made' })
describe('after the app was killed while calls had begun before their answer was whole', PATIENCE, () => {
  it('nothing of the answer or its calls is stored, nothing has acted, and Continue asks anew', async () => {
    const chats = await start()
    await writeFile(story.file('tide.txt'), 'Six metres.')
    server().enqueue(
      { steps: [...LOOK, ...ACT, { do: 'hang' }] },
      { steps: [...LOOK, ...ACT, { do: 'finish', reason: 'tool_calls' }] },
      textScript('It is written.'),
    )
    const sessionId = await chats.ask('Read it and write it down.')
    await expect
      .poll(async () => JSON.stringify((await chats.look(sessionId)).inflight), PATIENCE)
      .toContain('made.txt')
    const after = await story.afterCrash()
    const { path, inflight } = await after.look(sessionId)
    expect([linesOf(path), inflight]).toEqual([['user: Read it and write it down.'], []])
    await after.handlers['session.goOn']({ sessionId }, after.caller)
    await after.app.idle()
    const messages = messagesOf((await after.look(sessionId)).path)
    expect(messages.map(({ role, tool }) => tool?.name ?? role)).toEqual([
      ...['user', 'assistant', 'read', 'write', 'assistant'],
    ])
    expect(messages.flatMap(({ tool }) => (tool === undefined ? [] : [tool.isError]))).toEqual([false, false])
  })
})
