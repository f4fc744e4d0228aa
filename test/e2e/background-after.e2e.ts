import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { holdTimers } from '../support/desktop/desktop-shell.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { delegate, held } from '../support/hosts/rule-host.ts'
import { createGate, textScript } from '../support/models/model-script.ts'
import { byNewestWords } from '../support/stories/answer-rules.ts'

const PATIENCE_MS = 2 * 60_000
const gate = createGate()
const respond = byNewestWords(
  [
    ['Look at both', () => delegate({ title: 'Tide', prompt: 'QUICK' }, { title: 'Moon', prompt: 'SLOW' })],
    ['QUICK', () => textScript('The tide is low.')],
    ['SLOW', () => held(gate, 'The moon is full.')],
    ['Nothing has come from it', () => textScript('I go on with the tide.')],
    ['The moon is full', () => textScript('Now I know of the moon.')],
  ],
  'I see.',
)
const story = tellStory({ inOrder: true, server: { respond } })
let person: Person
let passPatience: () => Promise<void>

const moon = () =>
  person.page.getByRole('listbox', { name: 'Agents in the background' }).getByRole('option', { name: /Moon/ })
/** An agent beside the chat. */
const line = (title: string) =>
  person.page
    .getByRole('list', { name: 'Agents', exact: true })
    .getByRole('listitem')
    .filter({ hasText: `General: ${title}` })
/** The requests of which the newest words are these. */
const askedWith = (words: string) =>
  story
    .server()
    .requests.map(({ body }) => JSON.stringify((body as { messages: readonly object[] }).messages))
    .filter((messages) => messages.slice(messages.lastIndexOf('{"role"')).includes(words))

beforeAll(async () => {
  story.write('home/config.toml', modelLines(story.server().baseUrl))
  const { app, page } = await story.start()
  person = personAt(page)
  await person.addProject(story.project)
  passPatience = await holdTimers(app, PATIENCE_MS)
})

describe('an agent that takes much longer than the one beside it', () => {
  it('keeps back what the other has found, for a while', async () => {
    await person.say('Look at both.')
    await line('Tide').getByText('done').waitFor()
    await line('Moon').getByText('Thinking').waitFor()
    expect([await moon().count(), askedWith('The tide is low').length]).toEqual([0, 0])
  })

  it('goes on in the background then, while who waited goes on with what the other has found', async () => {
    await passPatience()
    await person.reads('I go on with the tide.')
    await person.rests()
    await moon().waitFor()
    const [asked = '', ...more] = askedWith(
      'Nothing has come from it since the others ended, so it was moved to the background.',
    )
    expect(more).toEqual([])
    expect(asked).toContain('The tide is low.')
    expect(asked).not.toContain('The moon is full.')
  })

  it('is told of once, when it has ended', async () => {
    gate.open()
    await person.reads('The agent “Moon” is done')
    await person.reads('Now I know of the moon.')
    await person.rests()
    expect(askedWith('The moon is full.')).toHaveLength(1)
  })
})
