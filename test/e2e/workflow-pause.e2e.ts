import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import type { Person } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { createSurveyModel, SURVEY_REPORT, SURVEYED } from '../support/stories/survey-model.ts'
import { personWithWorkflows, type WorkflowPerson } from '../support/stories/workflow-person.ts'

const model = createSurveyModel()
const story = tellStory({ inOrder: true, withModel: true, server: { respond: model.respond } })
let person: Person
let flow: WorkflowPerson

const start = async () => {
  const desktop = await story.start()
  ;({ person, flow } = personWithWorkflows(desktop.page))
}
const looked = () => model.prompts().filter((prompt) => prompt.includes('Look at "'))

beforeAll(async () => {
  await start()
  await person.addProject(story.project)
})

describe('a workflow run', () => {
  it('is paused once the agents at work have finished, and no other one starts', async () => {
    for (const part of SURVEYED) model.hold(`Look at "${part}"`)
    await person.goTo('Workflows')
    await flow.choose('survey-project')
    await flow.limit({ atOnce: 2 })
    await flow.start()
    await model.asked('Look at "', 2)
    await person.button('Pause run', flow.header).click()
    await person.page.getByText('Pausing: running agents finish first').first().waitFor()
    for (const part of SURVEYED) model.letGo(`Look at "${part}"`)
    await flow.is('paused')
    expect(looked()).toHaveLength(2)
  })

  it('is still paused after the app was killed', async () => {
    await story.desktop().kill()
    await start()
    await person.goTo('Workflows')
    await flow.is('paused')
    expect(looked()).toHaveLength(2)
    await inStoryLooks(story.desktop(), 'workflow-paused')
  })

  it('goes on with what is left when it is resumed', async () => {
    await person.button('Resume run', flow.header).click()
    await flow.is('done')
    expect(
      looked()
        .map((prompt) => /Look at "([^"]+)"/.exec(prompt)?.[1])
        .toSorted(),
    ).toEqual(SURVEYED.toSorted())
  })
})

describe('a workflow that a chat asks for', () => {
  it('shows what for, from where, how far and the script before it starts', async () => {
    await person.goTo('Chat')
    await person.say('Survey it for me.')
    await person.approval.getByText('survey-project').first().waitFor()
    await inStoryLooks(story.desktop(), 'workflow-approval')
    await person.button('Allow once', person.approval).click()
  })

  it('leads from its notice to the run', async () => {
    const ended = person.entries('Note').filter({ hasText: SURVEY_REPORT })
    await ended.waitFor()
    await person.button('Open run', ended).click()
    await flow.is('done')
    await flow.header.getByText('survey-project').first().waitFor()
  })
})
