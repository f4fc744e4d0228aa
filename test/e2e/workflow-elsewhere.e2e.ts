import { join } from 'node:path'
import { beforeAll, describe, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import type { Person } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { createAgentModel } from '../support/models/agent-model.ts'
import { personWithWorkflows, type WorkflowPerson } from '../support/stories/workflow-person.ts'

const SCRIPT = `export const meta = { name: 'one-look', description: 'Looks once.' }
return await agent('Look at it', { label: 'Look' })
`

const model = createAgentModel({ answer: () => ({ say: 'Seen.' }) })
const story = tellStory({ inOrder: true, withModel: true, server: { respond: model.respond } })
story.write('home/workflows/one-look.js', SCRIPT)
for (const name of ['moon', 'sun']) story.write(`person/my code/${name}/README.md`, `The ${name}.\n`)
let person: Person
let flow: WorkflowPerson

beforeAll(async () => {
  const desktop = await story.start()
  ;({ person, flow } = personWithWorkflows(desktop.page))
  await person.addProject(story.project)
  await person.goTo('Workflows')
})

/** A run of the first project that ends while another one is in view. */
async function endsElsewhere(other: string): Promise<void> {
  model.hold('Look at it')
  await flow.choose('one-look')
  await flow.start()
  await flow.is('running')
  await person.goTo('Chat')
  await person.addProject(join(story.project, '..', other))
  await person.goTo('Workflows')
  model.letGo('Look at it')
}

const elsewhere = () => person.button('1 run elsewhere')

describe('what happens to runs of another project', () => {
  it('is said in the bar of the workflows, and leads to the run', async () => {
    await endsElsewhere('moon')
    await elsewhere().click()
    await inStoryLooks(story.desktop(), 'workflow-elsewhere')
    await person.page.getByRole('menuitem', { name: /^one-look .* is done$/ }).click()
    await flow.is('done')
    await elsewhere().waitFor({ state: 'detached' })
  })

  it('is put away without going there', async () => {
    await endsElsewhere('sun')
    await elsewhere().click()
    await person.page.getByRole('menuitem', { name: 'Mark all as seen' }).click()
    await elsewhere().waitFor({ state: 'detached' })
  })
})
