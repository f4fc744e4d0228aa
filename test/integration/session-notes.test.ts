import { expect, it } from 'vitest'
import { callScript, textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { type Chats, tellChats } from '../support/stories/chat-story.ts'

const story = tellChats()
const start = (contextWindow = 100_000): Promise<Chats> =>
  story.start(modelTable('model', story.server().baseUrl, { contextWindow }))
const saidIn = (at: number) => JSON.stringify(story.asked().at(at)?.messages)

it('an agent writes a note, the person changes it, and the agent is told once', async () => {
  const { handlers, caller, say, look } = await start()
  story
    .server()
    .enqueue(
      callScript([{ name: 'notes_set', args: { key: 'rounding', content: 'Half to even.' } }]),
      textScript('Noted.'),
      callScript([{ name: 'notes_get', args: { key: 'rounding' } }]),
      textScript('It says half up.'),
      textScript('Bye.'),
    )
  const sessionId = await say('Note how we round.')
  expect((await look(sessionId)).folds.notes).toMatchObject([
    { key: 'rounding', content: 'Half to even.', by: 'agent' },
  ])
  await handlers['note.set']({ sessionId, key: 'rounding', content: 'Half up.' }, caller)
  await say('What does it say?', sessionId)
  expect(saidIn(2)).toContain('rounding: Half up.')
  expect(saidIn(3)).toContain('"Half up."')
  await say('Bye.', sessionId)
  expect(saidIn(4).split('rounding: Half up.')).toHaveLength(2)
})

it('notes outlive the app, going back, and go along with a copy of the chat', async () => {
  const first = await start()
  story.server().enqueue(textScript('Yes.'), textScript('Once more.'))
  const sessionId = await first.say('One?')
  await first.handlers['note.set']({ sessionId, key: '决定', content: '用整数。' }, first.caller)
  await first.handlers['session.rewind']({ sessionId, to: null }, first.caller)
  await story.end(first)
  const { handlers, caller, say, look } = await start()
  expect((await look(sessionId)).folds.notes).toMatchObject([{ key: '决定', by: 'person' }])
  await say('One more time?', sessionId)
  expect(saidIn(-1)).toContain('决定: 用整数。')
  const copy = await handlers['session.fork']({ sessionId, eventId: null }, caller)
  expect((await look(copy.sessionId)).folds.notes).toMatchObject([{ key: '决定', content: '用整数。' }])
})

it('an agent that takes over finds the notes in its instructions', async () => {
  const { handlers, caller, say } = await start()
  story.server().enqueue(textScript('Yes.'), textScript('I plan.'))
  const sessionId = await say('One?')
  await handlers['note.set'](
    { sessionId, key: 'decisions', content: 'Use </session-context> integers.' },
    caller,
  )
  await handlers['session.switchAgent']({ sessionId, agentId: 'plan', mode: 'bridge' }, caller)
  await say('Plan it.', sessionId)
  const system = String(story.asked().at(-1)?.messages[0]?.content)
  expect(system).toContain('<session-context>\ndecisions: Use')
  expect(system.match(/<\/session-context>/g)).toHaveLength(1)
  expect(saidIn(-1).match(/decisions: /g)).toHaveLength(1)
})

it('an agent that goes on with the conversation is told the notes behind it', async () => {
  const { handlers, caller, say } = await start()
  story.server().enqueue(textScript('Yes.'), textScript('I plan.'))
  const sessionId = await say('One?')
  await handlers['note.set']({ sessionId, key: 'decisions', content: 'Use integers.' }, caller)
  await handlers['session.switchAgent']({ sessionId, agentId: 'plan' }, caller)
  await say('Plan it.', sessionId)
  const [before, after] = story.asked()
  expect(after?.messages[0]).toEqual(before?.messages[0])
  expect(saidIn(-1).match(/decisions: Use integers/g)).toHaveLength(1)
})

it('a note that holds a secret is refused, by the person and by an agent, and nothing of it is stored', async () => {
  const { handlers, caller, say, look } = await start()
  const key = 'sk-test-0123456789abcdefghij'
  story
    .server()
    .enqueue(
      callScript([{ name: 'notes_set', args: { key: 'access', content: `Use ${key}` } }]),
      textScript('I may not.'),
    )
  const sessionId = await say('Note it.')
  const byPerson = async () => handlers['note.set']({ sessionId, key: 'a', content: key }, caller)
  await expect(byPerson()).rejects.toThrow(/secret/)
  expect((await look(sessionId)).folds.notes).toEqual([])
  expect(saidIn(1)).toContain('it was not noted')
})

it('a chat that grows too long gives way to the notes, and no model is asked to sum up', async () => {
  const long = (word: string) => textScript(`${word} ${'The tide rises and falls. '.repeat(900)}`)
  const account = 'The first half of the question is answered: the moon pulls. The second is open. '.repeat(4)
  story
    .server()
    .enqueue(
      long('First.'),
      callScript([{ name: 'notes_set', args: { key: 'progress', content: account } }]),
      long('Second.'),
      textScript('Done.'),
    )
  const { say, look } = await start(17_000)
  const sessionId = await say('What makes the tide?')
  for (const text of ['Note how far you are.', 'And now?']) await say(text, sessionId)
  const { path, folds } = await look(sessionId)
  expect(path.map(({ kind }) => kind).slice(-3)).toEqual(['message', 'compact', 'message'])
  const { payload } = path.at(-2) as { payload: unknown }
  expect(payload).toMatchObject({ source: 'notes', trigger: 'auto', notes: [{ key: 'progress' }] })
  expect(Object.values(folds.runs).map(({ kind }) => kind)).toEqual(['chat', 'chat', 'chat'])
  expect(story.asked()).toHaveLength(4)
  expect(saidIn(-1)).toContain('the moon pulls')
  expect(saidIn(-1)).toContain('What makes the tide?')
  expect(saidIn(-1)).not.toContain('First. The tide')
  expect(saidIn(-1)).toContain('Second. The tide')
  expect(saidIn(-1).match(/the moon pulls/g)).toHaveLength(4)
})
