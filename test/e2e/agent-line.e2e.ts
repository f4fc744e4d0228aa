import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { delegate, held } from '../support/hosts/rule-host.ts'
import { createGate, textScript } from '../support/models/model-script.ts'
import { byNewestWords } from '../support/stories/answer-rules.ts'

const within = { timeout: PATIENCE_MS }
const gates = { first: createGate(), second: createGate() }
let begun = 0
const give = (...titles: readonly string[]) => delegate(...titles.map((title) => ({ title, prompt: 'LOOK' })))

const story = tellStory({
  inOrder: true,
  server: {
    respond: byNewestWords(
      [
        ['Look at all', () => give('Tide', 'Moon', 'Wind')],
        ['LOOK', () => held(begun++ === 0 ? gates.first : gates.second, 'Seen.')],
        ['"role":"tool"', () => textScript('All have looked.')],
      ],
      'Nothing to see.',
    ),
  },
})
let person: Person
/** The cards of agents that say this of themselves. Which of them begins first is not settled. */
const cards = (words: string) => person.entries('Tool Agent').filter({ hasText: words })

beforeAll(async () => {
  story.write('home/config.toml', `${modelLines(story.server().baseUrl)}\n[runs]\nmaxParallel = 1\n`)
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

describe('agents that wait for a place', () => {
  it('say so, and how many wait longer', async () => {
    await person.say('Look at all.')
    await cards('Queued, next to start').waitFor()
    await cards('Queued, 1 agent ahead').waitFor()
    await cards('Thinking').waitFor()
    await inStoryLooks({ app: story.desktop().app, page: person.page }, 'agent-line')
  })

  it('say so on the screen of agents too', async () => {
    await person.goTo('Agents')
    const atWork = person.page.getByRole('list', { name: 'Running' })
    await atWork.getByText('Queued, 1 agent ahead').waitFor()
    await person.page.getByText('2 · 2 queued', { exact: true }).waitFor()
  })

  it('move up as others end', async () => {
    await person.goTo('Chat')
    gates.first.open()
    await expect.poll(() => cards('1 agent ahead').count(), within).toBe(0)
    await cards('Queued, next to start').waitFor()
    await cards('Thinking').waitFor()
    gates.second.open()
    await person.reads('All have looked.')
  })

  it('stand below the overview once they have ended, until the list is cleared', async () => {
    await person.goTo('Agents')
    const ended = person.page.getByRole('list', { name: 'Ended' })
    await ended.waitFor()
    await person.button('Clear').click()
    await ended.waitFor({ state: 'hidden' })
    await person.button('Undo').click()
    await ended.waitFor()
  })
})
