import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { memoriesAt } from '../support/stories/memory-person.ts'

const story = tellStory({ withModel: true, inOrder: true })
const within = { timeout: PATIENCE_MS }
let person: Person
let memories: ReturnType<typeof memoriesAt>

beforeAll(async () => {
  person = personAt((await story.start()).page)
  memories = memoriesAt(person, story)
  await person.addProject(story.project)
})

describe('the notes of chats', () => {
  it('are found among what is kept, changed there, and lead to their chat', async () => {
    const note = { key: 'decisions', content: 'The gauge is read at noon.' }
    story.server().enqueue(callScript([{ name: 'notes_set', args: note }]), textScript('It is noted.'))
    await person.say('Note when the gauge is read.')
    await person.reads('It is noted.')
    await person.rests()
    await person.goTo('Memory')
    await person.page.getByRole('option', { name: /^Session notes/ }).click()
    await person.page.getByRole('searchbox', { name: 'Search notes' }).fill('noon gauge')
    const found = person.page.getByRole('listbox', { name: 'Notes' }).getByRole('option')
    await expect.poll(() => found.count(), within).toBe(1)
    const sheet = person.page.getByRole('region', { name: 'Note', exact: true })
    await sheet.getByText(note.content, { exact: true }).waitFor()
    await inStoryLooks(story.desktop(), 'memory.notes')
    await person.button('Edit', sheet).click()
    await sheet.getByRole('textbox', { name: 'Note' }).fill('The gauge is read at noon and at midnight.')
    await person.button('Save', sheet).click()
    await sheet.getByText('The gauge is read at noon and at midnight.', { exact: true }).waitFor()
    const history = sheet.getByRole('region', { name: 'History' })
    await history.getByText(/Written, by an agent/).waitFor()
    await inStoryLooks(story.desktop(), 'memory.noteHistory')
    await person.button('Restore this', history).click()
    await sheet.getByText(note.content, { exact: true }).waitFor()
    const changed = person.page.getByRole('alert').filter({ hasText: 'was changed' })
    await person.button('Undo', changed.last()).click()
    await sheet.getByText('The gauge is read at noon and at midnight.', { exact: true }).waitFor()
    await person.button('Open chat', sheet).click()
    await person.reads('It is noted.')
    await memories.asks('When is it read?', 'Twice a day.')
    expect(memories.lastRequest()).toContain('at noon and at midnight')
  })

  it('lead from beside their chat to their history, and are put back after they were taken away', async () => {
    const sheet = person.page.getByRole('region', { name: 'Note', exact: true })
    await person.button('History of note decisions').click()
    await sheet.getByRole('heading', { name: 'decisions' }).waitFor()
    await person.button('Remove', sheet).click()
    await person.page.getByText('No notes yet').waitFor()
    await person.button('1 note was removed').click()
    await sheet
      .getByText(/Removed, by you/)
      .first()
      .waitFor()
    await person.button('Restore', sheet).click()
    await person.page.getByText('No notes were removed.').waitFor()
    await person.button('0 notes were removed').click()
    await sheet.getByText('The gauge is read at noon and at midnight.', { exact: true }).waitFor()
    await person.goTo('Chat')
    await memories.asks('And is it still?', 'It is.')
    expect(memories.lastRequest()).toContain('at noon and at midnight')
  })
})
