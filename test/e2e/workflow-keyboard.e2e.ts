import { beforeAll, describe, it } from 'vitest'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import type { Person } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { createAgentModel } from '../support/models/agent-model.ts'
import { personWithWorkflows, type WorkflowPerson } from '../support/stories/workflow-person.ts'

const PARTS = ['README.md', 'src/', 'docs/']
const model = createAgentModel({
  answer: (prompt) =>
    prompt.includes('List the parts')
      ? { give: { parts: PARTS.map((path) => ({ path, what: 'a part' })) } }
      : { say: 'Worth reading.' },
})
const story = tellStory({ inOrder: true, withModel: true, server: { respond: model.respond } })
let person: Person
let flow: WorkflowPerson
let keys: ReturnType<typeof keysAt>

// Once the project is open, no pointer is used.
beforeAll(async () => {
  const desktop = await story.start()
  ;({ person, flow } = personWithWorkflows(desktop.page))
  keys = keysAt(desktop.page)
  await person.addProject(story.project)
})

describe('with the keyboard alone', () => {
  it('a workflow is chosen, filled in and started', async () => {
    model.hold('Look at')
    await keys.press('Control+2')
    await keys.focusIs(/^Run workflow/)
    await keys.press('Enter')
    await keys.pressUntil('ArrowDown', /^survey-project/)
    await keys.press('Enter')
    await person.page.getByRole('form', { name: 'Launch survey-project' }).waitFor()
    await keys.focusIs(/^survey-project/)
    await keys.pressUntil('Tab', /^Most/i)
    await keys.type('3')
    await keys.pressUntil('Tab', /^Agents at once/)
    await keys.press('ArrowLeft')
    await keys.press('Control+Enter')
    await flow.is('running')
    await keys.focusIs(/survey-project/)
  })

  it('the phases and the agents are walked through, and an agent is opened', async () => {
    await flow.agent('src/', 'running').waitFor()
    await keys.press('ArrowDown')
    await keys.focusIs(/^All/)
    await keys.pressUntil('ArrowDown', /^Look at each/)
    await keys.press('ArrowRight')
    await keys.pressUntil('ArrowDown', /^src\//)
    await flow.detail.getByRole('heading', { name: 'src/' }).waitFor()
    await keys.press('Enter')
    await keys.focusIs('Agent detail')
    await flow.detail.getByText('Let me look.').waitFor()
    await keys.press('ArrowLeft')
    await keys.focusIs(/^src\//)
  })

  it('the agents are filtered, and are all there again', async () => {
    await keys.press('/')
    await keys.focusIs(/^Filter agents/)
    await keys.type('README')
    await flow.agent('src/').waitFor({ state: 'detached' })
    await flow.agent('README.md').waitFor()
    await keys.press('Escape')
    await flow.agent('src/').waitFor()
    await keys.focusIs(/^src\//)
  })

  it('the keys are shown and put away', async () => {
    const hints = person.page.getByRole('region', { name: 'Monitor shortcuts' })
    await keys.press('?')
    await hints.waitFor()
    await keys.press('Escape')
    await hints.waitFor({ state: 'detached' })
    await keys.focusIs(/^src\//)
  })

  it('an agent is skipped from its detail', async () => {
    await keys.press('Enter')
    await keys.pressUntil('Tab', /^Skip/)
    await keys.press('Enter')
    await flow.agent('src/', 'skipped').waitFor()
    await keys.press('ArrowLeft')
    await keys.focusIs(/^src\//)
  })

  it('the run is stopped after a question, and taken up again', async () => {
    await keys.press('x')
    await person.page.getByText(/Press x again/).waitFor()
    await flow.is('running')
    await keys.press('x')
    await flow.is('stopped')
    model.letGo('Look at')
    await keys.press('r')
    await flow.is('done')
    await keys.focusIs(/^src\//)
  })

  it('a fork is made of one agent with another prompt', async () => {
    await keys.pressUntil('ArrowDown', /^README\.md/)
    await keys.press('f')
    await keys.focusIs('Prompt')
    await keys.press('Control+End')
    await keys.type(' Be brief.')
    await keys.press('Control+Enter')
    await flow.header.getByText(/fork of #/).waitFor()
    await flow.is('done')
    await keys.focusIs(/survey-project/)
    await keys.press('ArrowRight')
    await flow.header.getByText(/fork of #/).waitFor({ state: 'detached' })
  })

  it('the fork is compared with the run it came from', async () => {
    const table = person.page.getByRole('table')
    await keys.press('ArrowDown')
    await keys.focusIs(/^All/)
    await keys.press('c')
    await keys.focusIs(/^Back to the run/)
    await table
      .getByText(/Be brief/)
      .first()
      .waitFor()
    await keys.pressUntil('Tab', /^README\.md/)
    await keys.press('Enter')
    await table.locator('mark').getByText('Be brief.').waitFor()
    await keys.press('Escape')
    await table.waitFor({ state: 'detached' })
    await keys.focusIs(/survey-project/)
  })

  it('another run is begun, and given up', async () => {
    await keys.press('ArrowDown')
    await keys.focusIs(/^All/)
    await keys.press('n')
    await person.page.getByRole('form', { name: /^Launch/ }).waitFor()
    await keys.pressUntil('Tab', /^Cancel/)
    await keys.press('Enter')
    await flow.header.waitFor()
    await keys.focusIs(/survey-project/)
  })
})
