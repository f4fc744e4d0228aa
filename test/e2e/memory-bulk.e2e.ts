import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { memoriesAt } from '../support/stories/memory-person.ts'

const story = tellStory({ inOrder: true })
const within = { timeout: PATIENCE_MS }
let person: Person
let memories: ReturnType<typeof memoriesAt>

const tick = async (key: string): Promise<void> => {
  const item = memories.found.filter({ hasText: key })
  await item.hover()
  await person.page.getByTitle(`Select ${key}`).click()
}

/** Takes back what a toast has just said. */
const undo = (said: string): Promise<void> =>
  person.button('Undo', person.page.getByRole('alert').filter({ hasText: said })).click()

beforeAll(async () => {
  person = personAt((await story.start()).page)
  memories = memoriesAt(person, story)
  await person.addProject(story.project)
  await person.goTo('Memory')
  await memories.writes('pilot boat', 'The pilot boat leaves at six.')
  await memories.writes('pilot radio', 'Pilots listen on channel 12.')
  await memories.writes('lock keeper', 'The lock keeper is called Ann.')
})

describe('several memories', () => {
  it('are tagged at once, which can be taken back', async () => {
    await tick('pilot boat')
    await tick('pilot radio')
    await person.page.getByText('2 selected').waitFor()
    await person.button('Add tag').click()
    await person.page.getByRole('textbox', { name: 'Tag to add' }).fill('pilots')
    await inStoryLooks(story.desktop(), 'memory.selected')
    await person.button('Add tag').click()
    const facet = person.page.getByRole('complementary').getByText('pilots', { exact: true })
    await facet.waitFor()
    await undo('2 memories tagged')
    await facet.waitFor({ state: 'hidden' })
  })

  it('become one with the words of both, and two again', async () => {
    await person.button('Merge').click()
    const words = memories.detail.getByRole('textbox', { name: 'What to remember' })
    const both = ['The pilot boat leaves at six.', 'Pilots listen on channel 12.']
    await expect.poll(async () => (await words.inputValue()).split('\n').sort(), within).toEqual(both.sort())
    await inStoryLooks(story.desktop(), 'memory.merge')
    await person.button('Save', memories.detail).click()
    await expect.poll(() => memories.found.count(), within).toBe(2)
    await undo('Merged into pilot boat')
    await expect.poll(() => memories.found.count(), within).toBe(3)
  })

  it('go into a file and come back from it once they are gone, what cannot be read named', async () => {
    const file = join(story.person, 'memories.jsonl')
    await story.desktop().app.evaluate(({ dialog }, path) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath: path })
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
    }, file)
    const more = async (what: string) => {
      await person.button('More').last().click()
      await person.page.getByRole('menuitem', { name: what }).click()
    }
    await more('Export…')
    await person.page.getByText('3 memories are in memories.jsonl').waitFor()
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).key).sort()).toEqual([
      'lock keeper',
      'pilot boat',
      'pilot radio',
    ])
    await tick('pilot boat')
    await tick('pilot radio')
    await person.button('Delete').first().click()
    await expect.poll(() => memories.found.count(), within).toBe(1)
    writeFileSync(file, `${lines.join('\n')}\nthis is no memory\n`)
    await more('Import…')
    await person.page.getByText(/2 memories imported, 1 (was|were) there already/).waitFor()
    await person.page.getByText(/^1 line was refused: /).waitFor()
    await expect.poll(() => memories.found.count(), within).toBe(3)
  })
})
