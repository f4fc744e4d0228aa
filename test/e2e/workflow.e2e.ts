import { beforeAll, describe, expect, it } from 'vitest'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import type { Person } from '../support/desktop/desktop-person.ts'
import { toolsOffered } from '../support/desktop/desktop-requests.ts'
import { holdCalls } from '../support/desktop/desktop-shell.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { createSurveyModel, SURVEY_REPORT, SURVEYED } from '../support/stories/survey-model.ts'
import { personWithWorkflows, type WorkflowPerson } from '../support/stories/workflow-person.ts'

const model = createSurveyModel()
const story = tellStory({ inOrder: true, withModel: true, server: { respond: model.respond } })
let person: Person
let flow: WorkflowPerson

beforeAll(async () => {
  const desktop = await story.start()
  ;({ person, flow } = personWithWorkflows(desktop.page))
  await person.addProject(story.project)
  await person.say('Hello.')
  await person.reads('Good to meet you.')
  await person.rests()
})

const howFar = (phase: string) => flow.phase(phase).getAttribute('aria-description')
const results = () => person.entries('Note').filter({ hasText: SURVEY_REPORT })

it('Run workflow waits for the saved workflows when a person is quicker than they are', async () => {
  const listed = await holdCalls(story.desktop().app, 'workflow.saved')
  await person.goTo('Workflows')
  await person.button('Run workflow').first().click()
  await person.page.locator('[aria-busy="true"]').first().waitFor()
  expect(await flow.form.count()).toBe(0)
  await listed()
  await flow.form.waitFor()
  const saved = person.page.getByRole('listbox', { name: 'Saved workflows' })
  const [first = ''] = await saved.getByRole('option', { selected: true }).allInnerTexts()
  const name = first.split('\n')[0] ?? ''
  await person.page.getByRole('form', { name: `Launch ${name}` }).waitFor()
  await keysAt(person.page).focusIs(new RegExp(`^${name}`))
  await person.button('Cancel').click()
  await flow.form.waitFor({ state: 'detached' })
})

describe('survey-project on a real folder', () => {
  it('is launched from the form, and its phases fill', async () => {
    for (const part of SURVEYED) model.hold(`Look at "${part}"`)
    await person.goTo('Workflows')
    await flow.choose('survey-project')
    await flow.limit({ atOnce: 4 })
    await flow.start()
    await flow.is('running')
    for (const part of SURVEYED) await flow.agent(part, 'running').waitFor()
    await flow.agent('Find the parts', 'object').waitFor()
    await expect.poll(() => howFar('Find parts')).toMatch(/^1 of 1/)
    await expect.poll(() => howFar('Look at each')).toMatch(/^0 of 4/)
    await expect.poll(() => howFar('Report')).toMatch(/^pending/)
  })

  it('shows what an agent is at while it is at it', async () => {
    await flow.pick('README.md')
    await flow.detail.getByText('Let me look.').waitFor()
    await flow.detail.getByText('live', { exact: true }).waitFor()
    await flow.detail.getByText('No result yet.').waitFor()
    model.letGo('Look at "README.md"')
    await flow.agent('README.md', 'text').waitFor()
    await expect.poll(() => flow.detail.getByText('README.md is worth reading.').count()).toBe(2)
  })

  it('stops an agent, skips one and starts one again', async () => {
    await flow.pick('src/')
    await person.button('Stop', flow.detail).click()
    await flow.agent('src/', 'failed').waitFor()
    await flow.pick('docs/')
    await person.button('Skip', flow.detail).click()
    await flow.agent('docs/', 'skipped').waitFor()
    await flow.pick('tests/')
    await person.button('Retry', flow.detail).click()
    await model.asked('Look at "tests/"', 2)
    await expect.poll(() => howFar('Look at each')).toMatch(/^3 of 4/)
    model.letGo('Look at "tests/"')
    await flow.is('done')
    await flow.agent('tests/', 'text').waitFor()
    await expect.poll(() => howFar('Report')).toMatch(/^1 of 1/)
  })

  it('asks no agent twice but the one that was to start again, and reports what was looked at', async () => {
    const looked = model.prompts().flatMap((prompt) => /Look at "([^"]+)"/.exec(prompt)?.[1] ?? [])
    expect(looked.toSorted()).toEqual(['README.md', 'docs/', 'src/', 'tests/', 'tests/'])
    const report = model.prompts().find((prompt) => prompt.includes('Write a survey')) ?? ''
    expect(SURVEYED.filter((part) => report.includes(`"path":"${part}"`))).toEqual(['README.md', 'tests/'])
  })

  it('tells the chat it was launched from how it ended', async () => {
    await person.goTo('Chat')
    await results().first().waitFor()
    await expect.poll(() => results().allTextContents()).toEqual([expect.stringContaining('survey-project')])
  })
})

describe('survey-project from a chat', () => {
  it('is started by its name, and its result comes into the chat', async () => {
    for (const part of SURVEYED) model.letGo(`Look at "${part}"`)
    await person.say('/survey-project')
    await person.entries('Note').filter({ hasText: 'was started by /survey-project' }).waitFor()
    await results().nth(1).waitFor()
  })

  it('is started by the model once the person has allowed it', async () => {
    await person.say('Survey it for me.')
    await person.approval.getByText('survey-project').first().waitFor()
    model.forget()
    await person.button('Allow once', person.approval).click()
    await results().nth(2).waitFor()
    expect(model.prompts().filter((prompt) => prompt.includes('List the parts'))).toHaveLength(1)
    await person.rests()
  })

  it('can be started by chats that have to do with workflows, and not by agents', () => {
    const offered = toolsOffered(story.server())
    const ofAgents = offered.filter(({ asked }) => /List the parts|Look at|Write a survey/.test(asked))
    const ofChat = offered.filter(({ asked }) => asked.includes('Hello'))
    expect(ofAgents.filter(({ tools }) => tools.includes('workflow'))).toEqual([])
    expect([ofChat.at(0), ofChat.at(-1)].map((request) => request?.tools.includes('workflow'))).toEqual([
      false,
      true,
    ])
  })
})
