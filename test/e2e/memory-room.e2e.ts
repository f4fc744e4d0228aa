import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { memoriesAt } from '../support/stories/memory-person.ts'

const story = tellStory({ inOrder: true })
let person: Person
let memories: ReturnType<typeof memoriesAt>

beforeAll(async () => {
  const model = modelLines(story.server().baseUrl, '', 24_000)
  story.write(
    'home/config.toml',
    `${model}
[memory]
maxBudgetFraction = 0.01
`,
  )
  person = personAt((await story.start()).page)
  memories = memoriesAt(person, story)
  await person.addProject(story.project)
})

describe('a memory that fits and is too long', () => {
  it('is left out of a small window, and says so in the chat and where it went', async () => {
    const long = (key: string) => `It tells of the ${key}. ${'It tells of ropes and of rings. '.repeat(30)}`
    await person.goTo('Memory')
    await memories.writes('mooring ledger', 'The mooring ledger lies in the blue chest.')
    for (const key of ['mooring ledger, east', 'mooring ledger, west']) await memories.writes(key, long(key))
    await person.goTo('Chat')
    await memories.newChat()
    await memories.asks('Where does the mooring ledger lie?', 'In the blue chest.')
    expect(memories.lastRequest()).toContain('lies in the blue chest')
    expect(memories.lastRequest()).not.toContain('ropes and of rings')
    await memories.recalled.click()
    await person.conversation.getByText(/^2 more matches were left out: too long/).waitFor()
    await inStoryLooks(story.desktop(), 'memory.leftOut')
    await person.goTo('Memory')
    await memories.search.fill('mooring ledger east')
    await person.page.getByRole('option', { name: /mooring ledger, east/ }).click()
    await memories.detail.getByRole('row', { name: /recalled, then left out: too long/ }).waitFor()
    await memories.search.fill('')
    await person.page.getByRole('option', { name: /^mooring ledger project/ }).click()
    await memories.detail.getByRole('row', { name: /recalled in turn 1/ }).waitFor()
  })
})
