import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import type { Person } from '../support/desktop/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { createAgentModel } from '../support/models/agent-model.ts'
import { personWithWorkflows, type WorkflowPerson } from '../support/stories/workflow-person.ts'

/** Ten agents of about a tenth of a dollar each. */
const TEN = `export const meta = { name: 'ten-counts', description: 'Ten agents side by side.' }
return await parallel(Array.from({ length: 10 }, (_, n) => () =>
  agent('Count ' + n, { label: 'Count ' + n, tools: ['read'] })))
`
const model = createAgentModel({ answer: (prompt) => ({ say: `<${prompt}>` }), output: 10_000 })
const story = tellStory({ inOrder: true, withModel: true, server: { respond: model.respond } })
story.write('person/my code/潮汐 tide/.orrery/workflows/ten-counts.js', TEN)
let person: Person
let flow: WorkflowPerson

const stopAt = () => person.page.getByLabel('Stop at, US dollars')

beforeAll(async () => {
  const prices = 'inputPrice = 0\noutputPrice = 10'
  writeFileSync(join(story.home, 'config.toml'), modelLines(story.server().baseUrl, prices))
  const desktop = await story.start()
  ;({ person, flow } = personWithWorkflows(desktop.page))
  await person.addProject(story.project)
  await person.trustFolder()
  await person.goTo('Workflows')
})

describe('a ceiling in money', () => {
  it('is typed where the price is known, and what cannot be one is named', async () => {
    await flow.choose('ten-counts')
    await stopAt().fill('a lot')
    await person.page.getByText('Enter an amount of at least 0.01, or leave it empty.').waitFor()
    await stopAt().fill('0.35')
    await inStoryLooks(story.desktop(), 'workflow-money-launch')
  })

  it('pauses the run when it is reached', async () => {
    await flow.start()
    await flow.is('paused')
    await person.page
      .getByText(/The limit of \$0\.35 is reached/)
      .first()
      .waitFor()
    await flow.header.getByText(/stops \$0\.35/).waitFor()
    await flow.agents.locator('[role="option"][aria-description*="waits for budget"]').first().waitFor()
    await inStoryLooks(story.desktop(), 'workflow-money-paused')
  })

  it('is raised, and the run goes on without doing anything twice', async () => {
    const kept = await flow.agents.getByRole('option', { name: /, text$/ }).count()
    expect(kept).toBeGreaterThan(0)
    model.forget()
    await person.page.getByLabel('New limit, US dollars').fill('9')
    await person.button('Raise the limit').click()
    await flow.is('done')
    expect(model.prompts().length).toBeLessThanOrEqual(10 - kept)
  })

  it('is compared, and says that nothing more is known of a first run', async () => {
    await flow.choose('ten-counts')
    await flow.start()
    await flow.is('done')
    await person.button('More run actions').click()
    await person.page.getByRole('menuitem', { name: 'Compare with another run' }).click()
    await person.page.getByRole('switch', { name: 'Only what differs' }).click()
    await person.page
      .getByRole('table')
      .getByText(/text · .* · \$0\.\d\d/)
      .first()
      .waitFor()
  })
})
