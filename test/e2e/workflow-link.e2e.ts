import { beforeAll, describe, expect, it } from 'vitest'
import { readDatabase } from '../support/desktop/desktop-database.ts'
import type { Person } from '../support/desktop/desktop-person.ts'
import { areShown, catchNotices, hideWindows, startAgain } from '../support/desktop/desktop-shell.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { createAgentModel } from '../support/models/agent-model.ts'
import { personWithWorkflows, type WorkflowPerson } from '../support/stories/workflow-person.ts'

const ONE = `export const meta = { name: 'one-look', description: 'One agent.' }
return await agent('Look', { label: 'Look', tools: ['read'] })
`
const model = createAgentModel({ answer: (prompt) => ({ say: `<${prompt}>` }), output: 10 })
const story = tellStory({ inOrder: true, withModel: true, server: { respond: model.respond } })
story.write('person/my code/潮汐 tide/.orrery/workflows/one-look.js', ONE)
let person: Person
let flow: WorkflowPerson

beforeAll(async () => {
  ;({ person, flow } = personWithWorkflows((await story.start()).page))
  await person.addProject(story.project)
  await person.trustFolder()
  await person.goTo('Workflows')
  await flow.choose('one-look')
  await flow.start()
  await flow.is('done')
})

const runId = () =>
  readDatabase<{ id: string }>(story.home, 'SELECT id FROM workflow_runs').map(({ id }) => id)[0] ?? ''

describe('a link to a run', () => {
  it('opens the monitor at the run when the app starts', async () => {
    await story.desktop().quit()
    const desktop = await story.start({ args: ['--workflow-run', runId()] })
    ;({ person, flow } = personWithWorkflows(desktop.page))
    await flow.is('done')
    await flow.header.getByText('one-look').first().waitFor()
  })

  it('brings the app that is open to the run, from wherever it is', async () => {
    await person.goTo('Chat')
    // The log of a run is no chat: a new one is ready, not the run's.
    await person.page.getByText(/hat would you like to do in/).waitFor()
    expect(await startAgain(story, ['--workflow-run', runId()])).toBe(0)
    await flow.is('done')
  })

  it('typed in a chat, opens the run that ends like it', async () => {
    await person.goTo('Chat')
    await person.message.fill(`/workflows ${runId().slice(-6)}`)
    await person.page.keyboard.press('Enter')
    await flow.is('done')
    await flow.header.getByText('one-look').first().waitFor()
  })

  it('leads from a notice on the desktop, shown when no window is looked at, to the run that ended', async () => {
    const { app } = story.desktop()
    const notices = await catchNotices(app)
    model.hold('Look')
    await flow.choose('one-look')
    await flow.start()
    await model.asked('Look', 2)
    await person.goTo('Vault')
    await hideWindows(app)
    model.letGo('Look')
    await expect.poll(notices.titles).toEqual(['one-look is done'])
    await notices.click(0)
    await expect.poll(() => areShown(app)).toBe(true)
    await flow.is('done')
  })

  it('says so when there is no such run', async () => {
    await person.goTo('Chat')
    await person.message.waitFor()
    expect(await startAgain(story, ['--workflow-run', 'wfr_000000000nothing00000000'])).toBe(0)
    // Told by the system's own dialog, which a test reads as text.
    await expect.poll(story.desktop().said).toContain('There is no workflow run wfr_')
  })
})
