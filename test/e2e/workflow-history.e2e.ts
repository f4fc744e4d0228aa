import { beforeAll, describe, expect, it } from 'vitest'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import type { Person } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { createAgentModel } from '../support/models/agent-model.ts'
import { personWithWorkflows, type WorkflowPerson } from '../support/stories/workflow-person.ts'

const meta = (name: string) => `export const meta = { name: '${name}', description: 'Ends at once.' }\n`
const model = createAgentModel({ answer: () => ({ say: 'Fine.' }) })
const story = tellStory({ inOrder: true, withModel: true, server: { respond: model.respond } })
const folder = 'person/my code/潮汐 tide/.orrery/workflows'
story.write(`${folder}/ebb.js`, `${meta('ebb')}return 1\n`)
story.write(`${folder}/flood.js`, `${meta('flood')}throw new Error('Too high.')\n`)
let person: Person
let flow: WorkflowPerson
let keys: ReturnType<typeof keysAt>

const filter = () => person.page.getByRole('searchbox', { name: 'Filter by name' })
const rows = () => person.page.getByRole('listbox', { name: 'Earlier runs' }).getByRole('option')
/** The names and the states of the rows, in their order, once there are so many. */
const shown = async (count: number) => {
  await expect.poll(() => rows().count()).toBe(count)
  const texts = await rows().allInnerTexts()
  return texts.map((text) => /^(\w+)[\s\S]*?(done|failed)/.exec(text)?.slice(1).join(' '))
}
const pickState = async (first: string) => {
  await keys.pressUntil('Tab', /^State$/)
  await keys.press('Enter')
  await person.page.getByRole('option', { name: 'any state', exact: true }).waitFor()
  await person.page.keyboard.type(first)
  await keys.press('Enter')
}

beforeAll(async () => {
  const desktop = await story.start()
  ;({ person, flow } = personWithWorkflows(desktop.page))
  keys = keysAt(desktop.page)
  await person.addProject(story.project)
  await person.trustFolder()
  await person.goTo('Workflows')
  for (const [name, state] of [
    ...Array.from({ length: 5 }, () => ['ebb', 'done'] as const),
    ...Array.from({ length: 2 }, () => ['flood', 'failed'] as const),
  ]) {
    await flow.choose(name)
    await flow.start()
    await flow.is(state)
  }
})

describe('the history, with the keyboard alone', () => {
  it('holds every run, newest first', async () => {
    await keys.press('Control+1', 'Control+2')
    await keys.pressUntil('Tab', /earlier$/)
    await keys.press('Enter')
    await filter().waitFor()
    await keys.focusIs('Filter by name')
    expect(await shown(7)).toEqual(['flood failed', 'flood failed', ...Array(5).fill('ebb done')])
  })

  it('is filtered by a piece of the name', async () => {
    await keys.type('OOD')
    expect(await shown(2)).toEqual(['flood failed', 'flood failed'])
    await keys.press('Control+a')
    await keys.type('bb')
    expect(await shown(5)).toEqual(Array(5).fill('ebb done'))
  })

  it('says when nothing matches, and what to do', async () => {
    await pickState('fai')
    await person.page.getByText('No run matches. Change the filter to see more.').waitFor()
    expect(await rows().count()).toBe(0)
    await inStoryLooks(story.desktop(), 'workflow-history-none')
  })

  it('is filtered by state and day, and a run is opened from it', async () => {
    await keys.pressUntil('Shift+Tab', /^Filter by name/)
    await keys.press('Control+a', 'Delete')
    expect(await shown(2)).toEqual(['flood failed', 'flood failed'])
    await inStoryLooks(story.desktop(), 'workflow-history-failed')
    await keys.pressUntil('Tab', /^flood/)
    await keys.press('ArrowDown', 'Enter')
    await filter().waitFor({ state: 'detached' })
    await flow.is('failed')
    await flow.header.getByText('Too high.').or(person.page.getByText('Too high.')).first().waitFor()
  })
})
