import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import type { Person } from '../support/desktop/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { createAgentModel } from '../support/models/agent-model.ts'
import { personWithWorkflows, type WorkflowPerson } from '../support/stories/workflow-person.ts'

const SCRIPT = `export const meta = { name: 'soundings', description: 'Sounds twice.', phases: [{ title: 'Sound' }] }
phase('Sound')
return await parallel(['near', 'far'].map((place) => () => agent('Sound ' + place, { label: place, tools: ['read'] })))
`
const model = createAgentModel({ answer: (prompt) => ({ say: `${prompt}: 12 fathoms` }) })
const story = tellStory({ inOrder: true, withModel: true, server: { respond: model.respond } })
story.write('person/my code/潮汐 tide/.orrery/workflows/soundings.js', SCRIPT)
let person: Person
let flow: WorkflowPerson
let keys: ReturnType<typeof keysAt>

const runsFolder = join(story.project, '.orrery', 'workflow-runs')
const separator = (name: string) => person.page.getByRole('separator', { name, exact: true })
const at = (page: Parameters<typeof personWithWorkflows>[0]) => {
  ;({ person, flow } = personWithWorkflows(page))
  keys = keysAt(page)
}
const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('It is not drawn.')
  return box
}
const width = async () => Math.round((await boxOf(flow.phases)).width)

beforeAll(async () => {
  const desktop = await story.start()
  at(desktop.page)
  await person.addProject(story.project)
  await person.trustFolder()
  await person.goTo('Workflows')
  await flow.choose('soundings')
  await flow.start()
  await flow.is('done')
})

describe('the panes of the monitor', () => {
  it('are resized by keyboard', async () => {
    const before = await width()
    await separator('Resize Phases').focus()
    await keys.press('ArrowRight', 'ArrowRight')
    await expect.poll(width).toBeGreaterThan(before)
    await keys.press('Home')
    await expect.poll(width).toBeLessThan(before)
  })

  it('are dragged', async () => {
    const before = await width()
    const { x, y, height } = await boxOf(separator('Resize Phases'))
    const { mouse } = person.page
    await mouse.move(x, y + height / 2)
    await mouse.down()
    await mouse.move(x + 40, y + height / 2, { steps: 4 })
    await mouse.move(x + 70, y + height / 2, { steps: 4 })
    await mouse.up()
    await expect.poll(width).toBeGreaterThan(before + 50)
  })

  it('are as they were left when the app is started again', async () => {
    const left = await width()
    await story.desktop().quit()
    at((await story.start()).page)
    await person.goTo('Workflows')
    await flow.is('done')
    await expect.poll(width).toBe(left)
  })
})

describe('the timeline', () => {
  it('is zoomed and shown whole again by keyboard and by its buttons, and says which part it shows', async () => {
    const chart = person.page.getByRole('figure', { name: 'Timeline' })
    const shows = () => chart.getAttribute('aria-description')
    await chart.focus()
    await keys.press('+')
    await expect.poll(shows).toMatch(/^Zoomed in: from /)
    await keys.press('0')
    await expect.poll(shows).toBeNull()
    await person.button('Zoom in').click()
    await expect.poll(shows).toMatch(/^Zoomed in: from /)
    await person.button('Zoom out').click()
    await expect.poll(shows).toBeNull()
  })
})

describe('a run as a folder of its project', () => {
  it('is written by itself when the run ends, and again when it is exported', async () => {
    const [id = ''] = readdirSync(runsFolder)
    const state = () => JSON.parse(readFileSync(join(runsFolder, id, 'state.json'), 'utf8'))
    expect(state()).toMatchObject({ schemaVersion: 1, run: { id, name: 'soundings', state: 'done' } })
    expect(
      readFileSync(join(runsFolder, id, 'journal.jsonl'), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(2)
    rmSync(join(runsFolder, id), { recursive: true })
    await person.button('More run actions').click()
    await person.page.getByRole('menuitem', { name: 'Export' }).click()
    await person.page.getByText(/^Written to /).waitFor()
    expect(state()).toMatchObject({ run: { id, agentsDone: 2 } })
  })

  it('says so when it cannot be written, and loses nothing', async () => {
    const aside = join(story.folder, 'aside')
    cpSync(runsFolder, aside, { recursive: true })
    rmSync(runsFolder, { recursive: true })
    writeFileSync(runsFolder, 'A file in the way.')
    await flow.choose('soundings')
    await flow.start()
    await flow.is('done')
    await person.page
      .getByText(/could not be written into \.orrery\/workflow-runs/)
      .first()
      .waitFor()
    await flow.agent('near').waitFor()
    rmSync(runsFolder)
    mkdirSync(runsFolder)
    cpSync(aside, runsFolder, { recursive: true })
  })

  it('is taken over in another home, with what its agents came to', async () => {
    await story.desktop().quit()
    story.write('other-home/config.toml', modelLines(story.server().baseUrl))
    const desktop = await story.start({ home: join(story.folder, 'other-home') })
    at(desktop.page)
    await person.addProject(story.project)
    await person.goTo('Workflows')
    await flow.tabs.getByRole('tab', { name: /soundings/ }).click()
    await flow.is('done')
    await flow.agent('far').waitFor()
    await flow.pick('far')
    await flow.detail.getByText('Sound far: 12 fathoms').first().waitFor()
  })
})
