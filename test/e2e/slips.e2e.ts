import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop.ts'
import { inTwoLooks } from '../support/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop-person.ts'
import { tellStory } from '../support/desktop-story.ts'
import { callScript, type Script, type ScriptStep, textScript } from '../support/model-script.ts'

const story = tellStory({ inOrder: true, withModel: true })
const within = { timeout: PATIENCE_MS }
let person: Person

const ends = (reason: string, ...steps: ScriptStep[]): Script => ({
  steps: [...steps, { do: 'finish', reason }],
})
const call = (name: string, args: string, id?: string): ScriptStep => ({
  do: 'call',
  index: 0,
  name,
  args,
  ...(id === undefined ? {} : { id }),
})
const json = JSON.stringify
const made = (name: string) => existsSync(join(story.project, name))
const shows = (text: string | RegExp) => person.conversation.getByText(text).first().waitFor(within)

beforeAll(async () => {
  const { page } = await story.start()
  writeFileSync(join(story.project, 'tide.txt'), 'High water at noon.\n')
  writeFileSync(join(story.project, 'moon.txt'), 'Full on Friday.\n')
  person = personAt(page)
  await person.addProject(story.project)
})

describe('a server and a model that slip in every way', () => {
  it('get the work done in one message, and each mending is shown', async () => {
    story.server().enqueue(
      // Nothing at all, then thoughts alone.
      ends('stop', { do: 'text', text: '' }),
      ends('stop', { do: 'reasoning', text: 'The files may say it.' }),
      // Thoughts in the text, and a call in the words of another harness that is nearly JSON.
      ends(
        'tool_calls',
        { do: 'text', text: '<think>I look at ti' },
        { do: 'text', text: 'des first.</thi' },
        { do: 'text', text: 'nk>\n\nI read the tide.' },
        call('functions.read_file', "{'file_path': 'tide.txt', 'limit': '20',}", 'call_1'),
      ),
      // Two calls without ids at one index.
      ends('stop', call('read', json({ path: 'moon.txt' })), call('list', json({ path: '.' }))),
      // A call that is cut off by the limit, and one in the text.
      ends('length', call('write', '{"path":"notes.md","content":"# Tides and a lot', 'call_2')),
      textScript(
        `I write it.\n\n<tool_call>\n${json({ name: 'write', arguments: { path: 'notes.md', content: '# Tides\n' } })}\n</tool_call>`,
      ),
    )
    await person.say('Write notes on the tide.')
    await person.approval.waitFor(within)
    expect(made('notes.md')).toBe(false)
    await inTwoLooks(story.desktop(), 'slips.asked')
    story.server().enqueue(
      // An answer that fails half way, and its rest.
      ends('error', { do: 'text', text: 'The notes are in ' }),
      textScript('notes.md now.'),
    )
    await person.button('Allow once', person.approval).click()
    await shows(/notes\.md now\./)
    await person.rests()

    expect(readFileSync(join(story.project, 'notes.md'), 'utf8')).toBe('# Tides\n')
    await shows('The model only thought and gave no answer. It was asked to continue.')
    await shows('I read the tide.')
    await shows('Read as read')
    await shows('Written as text in the answer')
    await shows('Could not be read')
    await shows(/was kept and continued below/)
    expect(await person.conversation.getByText('<think>').count()).toBe(0)
    expect(await person.conversation.getByText('<tool_call>').count()).toBe(0)
    await inTwoLooks(story.desktop(), 'slips.mended')
    await person.conversation.getByText('Written as text in the answer').first().click()
    await person.conversation
      .getByRole('region', { name: 'The call as the model wrote it' })
      .first()
      .waitFor(within)
  })

  it('end in words where nothing helps, and the chat goes on', async () => {
    const thoughts = ends('stop', { do: 'reasoning', text: 'Hm.' })
    story.server().enqueue(thoughts, thoughts, thoughts)
    await person.say('And the moon?')
    await shows(/thought and gave no answer, also when it was asked again/)
    await person.rests()

    const again = (n: number) => callScript([{ id: `again_${n}`, name: 'read', args: { path: 'moon.txt' } }])
    story.server().enqueue(...[1, 2, 3, 4, 5].map(again))
    await person.say('Look at the file.')
    await shows(/made the same call of read 4 times with the same answer/)
    await shows(
      'The same call was made three times with the same answer. The model was asked to try another way.',
    )
    await person.rests()
    await inTwoLooks(story.desktop(), 'slips.repeated')

    story
      .server()
      .enqueue({ status: 200, body: { object: 'error', message: 'The engine is cold.', code: 400 } })
    await person.say('Well?')
    await shows(/The engine is cold\./)
    await person.rests()

    story.server().enqueue(textScript('Full on Friday.'))
    await person.say('Once more, please.')
    await person.reads('Full on Friday.')
    await person.rests()
  })
})
