import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { textScript } from '../support/models/model-script.ts'
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

describe('what is found in a chat', () => {
  const proposal = (key: string) => memories.detail.getByRole('region', { name: `Proposed: ${key}` })
  const looksOver = async (findings: readonly object[]) => {
    story.server().enqueue(textScript(JSON.stringify(findings)))
    await person.goTo('Memory')
    await person.button('More', person.page.getByRole('region', { name: 'Memory items' })).click()
    await person.page.getByRole('menuitem', { name: 'Find facts to remember' }).click()
    await person.button('Scan the open chat', memories.detail).click()
  }

  it('is only proposed, and kept in the words of the person when they agree', async () => {
    await person.goTo('Chat')
    await memories.newChat()
    await memories.asks('We mark buoys in red.', 'Noted.')
    await looksOver([{ message: 1, key: 'buoys', content: 'Buoys are red.', tags: ['colours'] }])
    await proposal('buoys').waitFor()
    expect(memories.lastRequest()).toContain('We mark buoys in red.')
    await proposal('buoys')
      .getByRole('textbox', { name: 'What to remember' })
      .fill('Buoys are marked in red.')
    await inStoryLooks(story.desktop(), 'memory.proposals')
    await person.button('Remember', proposal('buoys')).click()
    await proposal('buoys').waitFor({ state: 'hidden' })
    await memories.search.fill('buoys')
    await expect
      .poll(() => memories.found.allTextContents(), within)
      .toEqual([expect.stringContaining('marked in red')])
    await memories.search.fill('')
  })

  it('stands beside what it contradicts, and replaces it when the person says so', async () => {
    await looksOver([{ message: 1, key: 'buoys', content: 'Buoys are green.', tags: [] }])
    await proposal('buoys').getByText('Buoys are marked in red.').waitFor()
    await inStoryLooks(story.desktop(), 'memory.beside')
    await person.button('Replace', proposal('buoys')).click()
    await proposal('buoys').waitFor({ state: 'hidden' })
    await memories.search.fill('buoys')
    await expect
      .poll(() => memories.found.allTextContents(), within)
      .toEqual([expect.stringContaining('green')])
  })

  it('is seen side by side where two memories contradict each other', async () => {
    await memories.writes('buoys', 'Buoys are white.', 'everywhere')
    const beside = memories.detail.getByRole('region', { name: 'Conflicts and duplicates' })
    await person.button('Keep this one: buoys (project)', beside).click()
    await beside.waitFor({ state: 'hidden' })
    await expect
      .poll(() => memories.found.allTextContents(), within)
      .toEqual([expect.stringContaining('green')])
  })
})
