import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { createAgentModel } from '../support/models/agent-model.ts'
import { personWithWorkflows, type WorkflowPerson } from '../support/stories/workflow-person.ts'
import { endedAttempts, keptLabels } from '../support/stories/workflow-records.ts'

const AT_ONCE = 16
const CEILING = 100_000
const EACH = 9_000
/** What an agent may use without asking for more, before it is known how much they use. */
const ASIDE = 4_000

const DEAR = `export const meta = { name: 'thirty-dear', description: 'Thirty agents side by side.' }
return await parallel(Array.from({ length: 30 }, (_, n) => () =>
  agent('Count ' + n, { label: 'Count ' + n, tools: ['read'] })))
`
// Five finders, a sceptic for each, one that reads what all five say, and one that reads nothing.
const TWELVE = `export const meta = { name: 'twelve', description: 'Five findings, doubted and summed up.' }
const tools = ['read']
const findings = await pipeline(
  ['a', 'b', 'c', 'd', 'e'],
  (topic) => agent('Find ' + topic, { label: 'Find ' + topic, tools }),
  (found, topic) => agent('Doubt ' + found, { label: 'Doubt ' + topic, tools }),
)
const other = await agent('Look elsewhere', { label: 'Look elsewhere', tools })
return await agent('Sum up ' + findings.join(', ') + ' and ' + other, { label: 'Sum up', tools })
`

const model = createAgentModel({ answer: (prompt) => ({ say: `<${prompt}>` }), output: EACH })
const story = tellStory({ inOrder: true, withModel: true, server: { respond: model.respond } })
story.write('person/my code/潮汐 tide/.orrery/workflows/thirty-dear.js', DEAR)
story.write('person/my code/潮汐 tide/.orrery/workflows/twelve.js', TWELVE)
let person: Person
let flow: WorkflowPerson

beforeAll(async () => {
  const desktop = await story.start()
  ;({ person, flow } = personWithWorkflows(desktop.page))
  await person.addProject(story.project)
  await person.trustFolder()
  await person.goTo('Workflows')
})

describe('a run with a ceiling', () => {
  it('stops when it is spent, over it by no more than what was at work had put aside', async () => {
    await flow.choose('thirty-dear')
    await flow.limit({ atOnce: AT_ONCE, budget: CEILING })
    await flow.start()
    await flow.is('paused')
    const spent = endedAttempts(story.home).at(-1)?.spent ?? 0
    expect(spent).toBeGreaterThanOrEqual(CEILING)
    expect(spent).toBeLessThanOrEqual(CEILING + AT_ONCE * ASIDE)
    await person.page.getByText('The budget of 100000 tokens is spent').first().waitFor()
  })

  it('goes on when the ceiling is raised, without doing again what was finished', async () => {
    const kept = keptLabels(story.home)
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.length).toBeLessThan(30)
    model.forget()
    await person.page.getByLabel('New limit, output tokens').fill('400000')
    await person.button('Raise the limit').click()
    await flow.is('done')
    expect(model.prompts()).toHaveLength(30 - kept.length)
    expect(keptLabels(story.home)).toHaveLength(30)
  })
})

describe('a fork', () => {
  it('runs one agent whose prompt was changed, and what depends on it', async () => {
    await flow.choose('twelve')
    await flow.start()
    await flow.is('done')
    expect(model.prompts().filter((prompt) => !prompt.startsWith('Count'))).toHaveLength(12)
    model.forget()
    await flow.pick('Find c')
    await person.button('Edit prompt and fork', flow.detail).click()
    await flow.detail.getByRole('textbox', { name: 'Prompt' }).fill('Find c, but better')
    await person.button('Start the fork', flow.detail).click()
    await flow.header.getByText(/fork of #/).waitFor()
    await flow.is('done')
    expect(model.prompts().map((prompt) => prompt.split('<')[0]?.trim())).toEqual([
      'Find c, but better',
      'Doubt',
      'Sum up',
    ])
    await flow.header.getByText('9 cached results').waitFor()
    expect(JSON.stringify(endedAttempts(story.home).at(-1)?.value)).toContain('<Doubt <Find c, but better>>')
  })
})
