import { beforeAll, describe, it } from 'vitest'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import type { Person } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { createAgentModel } from '../support/models/agent-model.ts'
import { personWithWorkflows, type WorkflowPerson } from '../support/stories/workflow-person.ts'

const inner = (name: string) => `export const meta = { name: '${name}', description: 'Looks at one coast.' }
phase('Look')
return await agent('Look at ' + args.coast, { label: args.coast, tools: ['read'] })
`
const OUTER = `export const meta = { name: 'both-coasts', description: 'Looks at both coasts.', phases: [{ title: 'Report' }] }
const found = await parallel([
  () => workflow('east-coast', { coast: 'East' }),
  () => workflow('west-coast', { coast: 'West' }),
])
phase('Report')
return await agent('Report on ' + found.join(' and '), { label: 'Report', tools: ['read'] })
`
const model = createAgentModel({ answer: () => ({ say: 'Calm.' }) })
const story = tellStory({ inOrder: true, withModel: true, server: { respond: model.respond } })
const folder = 'person/my code/潮汐 tide/.orrery/workflows'
for (const name of ['east-coast', 'west-coast']) story.write(`${folder}/${name}.js`, inner(name))
story.write(`${folder}/both-coasts.js`, OUTER)
let person: Person
let flow: WorkflowPerson

beforeAll(async () => {
  const desktop = await story.start()
  ;({ person, flow } = personWithWorkflows(desktop.page))
  await person.addProject(story.project)
  await person.trustFolder()
  await person.goTo('Workflows')
  await flow.choose('both-coasts')
})

describe('phases of two nested workflows that have the same title', () => {
  it('are told apart by the workflow they are of: listed, drawn and said', async () => {
    await flow.start()
    await flow.is('done')
    await flow.phase('east-coast ▸ Look').waitFor()
    await flow.phase('west-coast ▸ Look').waitFor()
    await flow.phases.getByText('west-coast').waitFor()
    const timeline = person.page.getByRole('figure', { name: 'Timeline' })
    // Both begin at once, so either may be drawn first.
    await timeline.getByText(/east-coast ▸ Look: 1 agent/).waitFor()
    await timeline.getByText(/west-coast ▸ Look: 1 agent/).waitFor()
  })

  it('are chosen each by itself, and the agent says where it belongs', async () => {
    const keys = keysAt(person.page)
    await flow.phase('All').click()
    await keys.pressUntil('ArrowDown', /^west-coast ▸ Look/)
    await flow.agent('West').waitFor()
    await flow.agent('East').waitFor({ state: 'detached' })
    await flow.pick('West')
    await flow.detail.getByText('west-coast ▸ Look').waitFor()
    await inStoryLooks(story.desktop(), 'workflow-nested')
  })

  it('fold into one lane each on the timeline, by pointer and by keyboard, and say so', async () => {
    const timeline = person.page.getByRole('figure', { name: 'Timeline' })
    const west = (expanded: boolean) => timeline.getByRole('button', { name: /^west-coast/, expanded })
    await west(true).click()
    await west(false).waitFor()
    await timeline.getByText(/west-coast: 1 agent/).waitFor()
    await inStoryLooks(story.desktop(), 'workflow-folded')
    await west(false).press('Enter')
    await west(true).waitFor()
    await timeline.getByText(/west-coast ▸ Look: 1 agent/).waitFor()
    await west(true).press(' ')
    await flow.pick('West')
    await west(false).waitFor()
  })
})
