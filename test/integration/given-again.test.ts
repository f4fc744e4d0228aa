import { readFile, rm, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { type Chats, tellChats } from '../support/stories/chat-story.ts'

const story = tellChats()
const start = (contextWindow = 100_000): Promise<Chats> =>
  story.start(modelTable('model', story.server().baseUrl, { contextWindow }))
const saidIn = (at: number) => JSON.stringify(story.asked().at(at)?.messages)
const LONG = 'The tide rises and falls. '.repeat(400)

const TOO_LONG: Script = {
  status: 400,
  body: { error: { code: 'context_length_exceeded', message: 'The maximum context length is 8192 tokens.' } },
}

const read = (id: string, path: string) => callScript([{ id, name: 'read', args: { path } }])

/** A chat that has read two files and talked on, and is compacted by hand. */
async function compacted() {
  await writeFile(story.file('tide.txt'), 'twice a day\n')
  await writeFile(story.file('moon.txt'), 'round\n')
  story.server().enqueue(read('c1', 'tide.txt'), read('c2', 'moon.txt'), textScript(`Read. ${LONG}`))
  const chats = await start()
  const sessionId = await chats.say('Read both files')
  story.server().enqueue(textScript(LONG), textScript('They read two files.'))
  await chats.say('Go on', sessionId)
  await chats.handlers['session.compact']({ sessionId, note: '' }, chats.caller)
  await chats.app.idle()
  return { ...chats, sessionId }
}

describe('after a compaction an agent', () => {
  it('is given the files it read again, as they are now, just before its next request', async () => {
    const { say, look, sessionId } = await compacted()
    await writeFile(story.file('tide.txt'), 'every twelve hours\n')
    expect((await look(sessionId)).path.at(-1)?.kind).toBe('compact')
    story.server().enqueue(textScript('Known.'))
    await say('What do they say?', sessionId)
    expect(saidIn(-1)).toContain('They read two files.')
    expect(saidIn(-1)).toMatch(/moon\.txt.*round.*tide\.txt.*every twelve hours/)
    const sent = story.asked().at(-1)?.messages

    story.server().enqueue(textScript('Again.'))
    await say('And now?', sessionId)
    // What was given stands where it stood.
    expect(story.asked().at(-1)?.messages.slice(0, sent?.length)).toEqual(sent)
    const { path } = await look(sessionId)
    const items = path.flatMap((event) => (event.kind === 'harness.item' ? [event.payload] : []))
    expect(items.filter(({ kind }) => kind === 'files-again')).toMatchObject([
      {
        origin: 'tool',
        data: {
          files: [
            { path: 'moon.txt', page: null },
            { path: 'tide.txt', page: null },
          ],
        },
      },
    ])
  })

  it('may change what it was given, and nothing else it has only read before', async () => {
    const { say, sessionId } = await compacted()
    await rm(story.file('moon.txt'))
    const edit = (id: string, path: string, before: string, after: string) =>
      callScript([{ id, name: 'edit', args: { path, old_text: before, new_text: after } }])
    story
      .server()
      .enqueue(
        edit('e1', 'tide.txt', 'twice', 'thrice'),
        edit('e2', 'moon.txt', 'round', 'full'),
        textScript('Done.'),
      )
    await say('Change them', sessionId)
    expect(saidIn(-2)).not.toMatch(/has not been read/)
    expect(await readFile(story.file('tide.txt'), 'utf8')).toBe('thrice a day\n')
    await writeFile(story.file('moon.txt'), 'round\n')
    story.server().enqueue(edit('e3', 'moon.txt', 'round', 'full'), textScript('No.'))
    await say('Once more', sessionId)
    expect(saidIn(-1)).toContain('moon.txt has not been read yet')
    expect(await readFile(story.file('moon.txt'), 'utf8')).toBe('round\n')
  })

  it('has its files in the request that is sent again after a model has refused one', async () => {
    await writeFile(story.file('tide.txt'), 'twice a day\n')
    story.server().enqueue(read('c1', 'tide.txt'), textScript(`Read. ${LONG}`), textScript('Second.'))
    const { say, look } = await start()
    const sessionId = await say('Read it')
    await say('Go on', sessionId)
    story.server().enqueue(TOO_LONG, textScript('They read a file.'), textScript('Known.'))
    await say('What does it say?', sessionId)
    expect(saidIn(-1)).toContain('They read a file.')
    expect(saidIn(-1)).toContain('twice a day')
    const { path } = await look(sessionId)
    expect(path.map((event) => event.kind).slice(-3)).toEqual(['compact', 'harness.item', 'message'])
  })

  it('is told its list where no model could sum up, and that the chat is in plan mode', async () => {
    const steps = [
      { title: 'Look', status: 'completed' },
      { title: 'Write', status: 'running' },
    ]
    story.server().enqueue(callScript([{ id: 'p1', name: 'plan', args: { goal: 'An almanac', steps } }]))
    story.server().enqueue(textScript(`Begun. ${LONG}`), textScript('Second.'))
    const { say, handlers, caller, look } = await start()
    const sessionId = await say('Make a list')
    await say('Go on', sessionId)
    await handlers['session.update']({ sessionId, changes: { permissionMode: 'plan' } }, caller)
    const broken = { status: 400, body: { error: { message: 'No.' } } }
    story.server().enqueue(TOO_LONG, broken, textScript('Known.'))
    await say('Where are we?', sessionId)
    const { path } = await look(sessionId)
    expect(path.find((event) => event.kind === 'compact')?.payload).toMatchObject({ source: 'digest' })
    const given = path.find((event) => event.kind === 'harness.item' && event.payload.kind === 'plan-again')
    expect(given?.payload).toMatchObject({
      origin: 'system',
      content: expect.stringMatching(
        /Your list of steps, as it stands\. Its goal: An almanac\n\[x\] Look\n\[>\] Write\n\nPlan mode is on/,
      ),
    })
    expect(saidIn(-1)).toContain('[>] Write')
  })

  it('is given its files also after a crash between the compaction and the next request', async () => {
    const { sessionId } = await compacted()
    const { say, look } = await story.afterCrash()
    story.server().enqueue(textScript('Known.'))
    await say('What do they say?', sessionId)
    expect(saidIn(-1)).toMatch(/moon\.txt.*round.*tide\.txt.*twice a day/)
    expect((await look(sessionId)).path.at(-1)?.kind).toBe('message')
  })
})
