import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { memoriesAt } from '../support/stories/memory-person.ts'

const story = tellStory({ withModel: true, inOrder: true })
const within = { timeout: PATIENCE_MS }
let person: Person
let keys: ReturnType<typeof keysAt>
let memories: ReturnType<typeof memoriesAt>

const pair = (name: RegExp) => memories.detail.getByRole('region', { name })
const facet = () => person.page.getByRole('option', { name: /^Conflict or duplicate/ })

beforeAll(async () => {
  person = personAt((await story.start()).page)
  keys = keysAt(person.page)
  memories = memoriesAt(person, story)
  await person.addProject(story.project)
  await person.goTo('Memory')
})

describe('memories that contradict or repeat each other', () => {
  it('are marked where they are listed, and gathered side by side', async () => {
    await memories.writes('rounding', 'Tax is rounded once per invoice, half up.')
    await memories.writes('Rounding', 'Tax is rounded on every line, half up.', 'everywhere')
    await memories.writes('harbour gauge', 'The harbour gauge on the mole reads in feet.')
    await memories.writes('units', 'The harbour gauge on the mole reads in metres.')
    await memories.writes('release day', 'Releases are cut on Fridays before noon.')
    await memories.writes('when to cut', 'releases are cut on Fridays before noon.')
    await expect.poll(() => facet().textContent(), within).toContain('3')
    await memories.found.filter({ hasText: /conflicts with Rounding/ }).waitFor()
    await facet().click()
    await pair(/^Rounding and rounding$/).waitFor()
    await pair(/^units and harbour gauge$/).waitFor()
    await pair(/^when to cut and release day$/).waitFor()
    await inStoryLooks(story.desktop(), 'memory.pairs')
  })

  it('are settled by keeping one, which can be taken back', async () => {
    await person.button('Keep this one: rounding (project)', pair(/^Rounding and rounding$/)).click()
    await pair(/^Rounding and rounding$/).waitFor({ state: 'hidden' })
    await keys.focusIs(/^Conflicts and duplicates$/)
    await expect.poll(() => facet().textContent(), within).toContain('2')
    const deleted = person.page.getByRole('alert').filter({ hasText: '1 memory deleted' })
    await person.button('Undo', deleted).click()
    await pair(/^Rounding and rounding$/).waitFor()
    await person.button('Keep this one: rounding (project)', pair(/^Rounding and rounding$/)).click()
    await pair(/^Rounding and rounding$/).waitFor({ state: 'hidden' })
  })

  it('are settled by saying that both hold, until one of them changes', async () => {
    await person.button('Keep both', pair(/^units and harbour gauge$/)).click()
    await pair(/^units and harbour gauge$/).waitFor({ state: 'hidden' })
    await memories.found.filter({ hasText: /^units/ }).click()
    await person.button('Edit', memories.detail).click()
    const words = memories.detail.getByRole('textbox', { name: 'What to remember' })
    await words.fill('The harbour gauge on the mole reads in fathoms.')
    await person.button('Save', memories.detail).click()
    await memories.detail.getByRole('heading', { name: 'units', exact: true }).waitFor()
    await pair(/^units and harbour gauge$/).waitFor()
  })

  it('are settled by making one of them, and then there is nothing left to settle', async () => {
    await person.button('Merge…', pair(/^units and harbour gauge$/)).click()
    const words = memories.detail.getByRole('textbox', { name: 'What to remember' })
    await expect.poll(() => words.inputValue()).toContain('fathoms')
    expect(await words.inputValue()).toContain('feet')
    await words.fill('The harbour gauge on the mole reads in feet outside and in fathoms inside.')
    await person.button('Save', memories.detail).click()
    await memories.detail.getByRole('heading', { name: 'units', exact: true }).waitFor()
    await facet().click()
    await person.button(/^Keep this one: when to cut/, pair(/^when to cut and release day$/)).click()
    await memories.detail.getByText('No conflicts or duplicates.').waitFor()
    await expect.poll(() => memories.found.count(), within).toBe(3)
  })
})
