import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { tellChats } from '../support/stories/chat-story.ts'

const story = tellChats()
const systemIn = (at: number) => String(story.asked().at(at)?.messages[0]?.content)

it('rules that are refreshed while a run goes on count from its next request on', async () => {
  await writeFile(story.file('AGENTS.md'), 'Answer in prose.\n')
  const { handlers, caller, say } = await story.start(modelTable('model', story.server().baseUrl))
  story.server().enqueue(textScript('Yes.'))
  const sessionId = await say('Are you there?')

  const gate = createGate()
  const call = callScript([{ name: 'list', args: { path: '.' } }])
  if (!('steps' in call)) throw new Error('no steps')
  story
    .server()
    .enqueue({ steps: [{ do: 'text', text: 'Let me look.' }, { do: 'wait', gate }, ...call.steps] })
  story.server().enqueue(textScript('One file.'))
  const said = say('What is here?', sessionId)
  await story.server().received(2)
  await writeFile(story.file('AGENTS.md'), 'Answer in verse.\n')
  await handlers['instructions.refresh']({ sessionId }, caller)
  gate.open()
  await said

  expect(story.asked()).toHaveLength(3)
  expect([systemIn(0), systemIn(1)]).toEqual([systemIn(0), systemIn(0)])
  expect(systemIn(1)).toContain('Answer in prose.')
  expect(systemIn(2)).toBe(systemIn(1).replace('Answer in prose.', 'Answer in verse.'))
})
