import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { type Script, textScript } from '../support/models/model-script.ts'

const story = tellStory({ inOrder: true, withModel: true })
let person: Person

/** An answer with one call, its arguments as the model writes them. */
const writes = (name: string, args: string): Script => ({
  steps: [
    { do: 'call', index: 0, id: `call_${name}`, name },
    { do: 'call', index: 0, args },
    { do: 'finish', reason: 'tool_calls' },
    { do: 'usage', usage: { prompt: 10, completion: 5 } },
  ],
})
const file = () => readFileSync(join(story.project, 'made.txt'), 'utf8')
const card = (name: string) => person.page.getByRole('article', { name: `Tool ${name}` }).last()

beforeAll(async () => {
  const { page } = await story.start()
  person = personAt(page)
  await person.addProject(story.project)
})

describe('a model that makes slips in its calls', () => {
  it('writes a file with the names and quotes of another harness, after the person allowed what was read', async () => {
    story
      .server()
      .enqueue(
        writes('create_file', "{'file_path': 'made.txt', 'contents': 'one\ntwo\n', 'why': 'asked',}"),
        textScript('It is there.'),
      )
    await person.say('Make a file.')
    await person.approval.getByText('made.txt').first().waitFor()
    await person.button('Allow once', person.approval).click()
    await person.reads('It is there.')
    expect(file()).toBe('one\ntwo\n')
    await card('Write')
      .getByText(/^Read as Write; the model wrote create_file/)
      .waitFor()
  })

  it('changes it by a path and a form that are nearly right, and the card shows both', async () => {
    story
      .server()
      .enqueue(
        writes('functions.read', '"/made.txt"'),
        writes('str_replace', '```json\n{"path":"Made.TXT","old_str":"two","new_str":"three"}\n```'),
        textScript('That is done.'),
      )
    await person.say('Change it.')
    await person.approval.waitFor()
    await person.button('Allow once', person.approval).click()
    await person.reads('That is done.')
    expect(file()).toBe('one\nthree\n')
    const edit = card('Edit')
    await edit.getByText(/^Read as Edit; the model wrote str_replace .* Path read as made\.txt$/).click()
    await edit.getByText('"old_str":"two"').waitFor()
    await card('Read')
      .getByText(/^Read as Read; the model wrote functions\.read .* Path read as made\.txt$/)
      .waitFor()
  })

  it('is told where a call could not be read, and nothing is done', async () => {
    story.server().enqueue(writes('write', '{"path":"made.txt","content":"half a fi'), textScript('I see.'))
    await person.say('Once more.')
    await person.reads('I see.')
    expect(file()).toBe('one\nthree\n')
    await card('Write').getByText('Could not be read', { exact: true }).waitFor()
    await card('Write')
      .getByText(/at character 30 a string is not closed/)
      .waitFor()
  })
})
