import { beforeAll, describe, expect, it } from 'vitest'
import { inEveryLook } from '../support/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop-person.ts'
import { newestChat } from '../support/desktop-requests.ts'
import { tellStory } from '../support/desktop-story.ts'
import { callScript, textScript } from '../support/model-script.ts'

const story = tellStory({ inOrder: true, withModel: true })
let person: Person
const told = () => newestChat(story.server()).at(-1)?.text ?? ''

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

describe('a plan in the inbox', () => {
  const steps = [
    { title: 'Count the tides', agentId: 'explore', dependsOn: [] },
    { title: 'Weigh the moon', agentId: 'explore', dependsOn: [] },
    { title: 'Tell of both', dependsOn: [0, 1] },
  ]

  it('is read and changed there as in its chat', async () => {
    story.server().enqueue(callScript([{ name: 'propose_plan', args: { goal: 'Know the sea', steps } }]))
    await person.say('What of the sea?')
    await person.approval.waitFor()
    await person.goTo('Agents')
    const inbox = person.page.getByRole('region', { name: 'Approval inbox' })
    await inbox.getByText('by explore · can begin at once').first().waitFor()
    await inEveryLook(story.desktop(), 'plan.inbox')
    await person.button('Edit', inbox).click()
    await inbox.getByRole('textbox', { name: 'Step 3', exact: true }).fill('Tell of tides and moon')
    await person.button('Done editing', inbox).click()
    story
      .server()
      .enqueue(textScript('Two a day.'), textScript('Two a day.'), textScript('Tides and moon are well.'))
    await person.button('Accept and carry out', inbox).click()
    await person.goTo('Chat')
    await person.reads('Tides and moon are well.')
    expect(told()).toContain('Tell of tides and moon')
    await inEveryLook(story.desktop(), 'plan.agents')
  })
})

describe('a goal', () => {
  it('is planned and carried out without a question', async () => {
    await person.rests()
    const plan = { goal: 'Wind the clock', steps: ['Find the key', 'Turn it'] }
    story
      .server()
      .enqueue(
        callScript([{ name: 'propose_plan', args: plan }]),
        textScript('Here it is.'),
        textScript('It is wound.'),
      )
    await person.say('/goal Wind the clock')
    await person.reads('It is wound.')
    await person.page.getByText('2 of 2').first().waitFor()
    expect(await person.approval.count()).toBe(0)
  })
})
