import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { callScript, textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { linesOf, tellChats } from '../support/stories/chat-story.ts'

const story = tellChats()
const server = () => story.server()

it('pauses a run that costs too much between two requests, and Continue lets it go on', async () => {
  // Each request of the scripts costs 15 tokens, at a dollar for every ten.
  const prices = 'inputPrice = 100000\noutputPrice = 100000'
  const config = `${modelTable('model', server().baseUrl, { lines: prices })}[runs]\nmaxCost = 2\nwarnAt = 0.5\n`
  const chats = await story.start(config)
  await writeFile(story.file('tide.txt'), 'Twice a day.')
  const read = callScript([{ name: 'read', args: { path: 'tide.txt' } }])
  server().enqueue(read, read, textScript('Twice a day.'))
  const sessionId = await chats.say('Read it twice')
  const before = await chats.look(sessionId)
  expect(linesOf(before.path).map((line) => line.split(':')[0])).toEqual([
    'user',
    'assistant',
    'tool',
    'runtime-notice',
    'assistant',
    'tool',
  ])
  expect(linesOf(before.path)[3]).toContain('This run has cost $1.50 of at most $2.00.')
  expect(await chats.runs(sessionId)).toMatchObject([
    {
      status: 'failed',
      error: { code: 'limit.exceeded', message: expect.stringContaining('it has cost $3.00') },
    },
  ])
  await chats.handlers['session.goOn']({ sessionId }, chats.caller)
  await chats.app.idle()
  expect(linesOf((await chats.look(sessionId)).path).at(-1)).toBe('assistant: Twice a day.')
})
