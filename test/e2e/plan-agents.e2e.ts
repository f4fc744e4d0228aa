import { beforeAll, describe, expect, it } from 'vitest'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { drawnAt, inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { newestChat, sentChats } from '../support/desktop/desktop-requests.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ inOrder: true, withModel: true })
let person: Person
let keys: ReturnType<typeof keysAt>
const told = () => newestChat(story.server()).at(-1)?.text ?? ''

beforeAll(async () => {
  const { page } = await story.start()
  person = personAt(page)
  keys = keysAt(page)
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
    await inbox.getByText('by explore · can start immediately').first().waitFor()
    await inStoryLooks(story.desktop(), 'plan.inbox')
    await person.button('Edit', inbox).click()
    const third = inbox.getByRole('textbox', { name: 'Step 3', exact: true })
    await third.fill('Tell of tides and moon')
    await person.goTo('Chat')
    await person.button('Done editing', person.approval).waitFor()
    await person.goTo('Agents')
    await drawnAt(story.desktop(), { width: 1000, height: 700 })
    await expect.poll(() => third.inputValue()).toBe('Tell of tides and moon')
    await drawnAt(story.desktop(), { width: 1440, height: 900 })
    await person.button('Done editing', inbox).click()
    story
      .server()
      .enqueue(textScript('Two a day.'), textScript('Two a day.'), textScript('Tides and moon are well.'))
    await person.button('Approve and run', inbox).click()
    await person.goTo('Chat')
    await person.reads('Tides and moon are well.')
    expect(told()).toContain('Tell of tides and moon')
    await inStoryLooks(story.desktop(), 'plan.agents')
  })
})

describe('who does a step and what it waits for', () => {
  const steps = ['Find the key', { title: 'Oil it', agentId: 'explore', dependsOn: [] }, 'Turn it']
  const ticked = (name: string) =>
    person.page.getByRole('menuitemcheckbox', { name, exact: true, checked: true }).waitFor()
  const accept = () => person.button('Approve and run', person.approval)

  it('is chosen with the keyboard, and a circle is not accepted', async () => {
    await person.rests()
    story.server().enqueue(callScript([{ name: 'propose_plan', args: { goal: 'Wind it', steps } }]))
    await person.say('How is it wound?')
    await person.approval.waitFor()
    await person.button('Edit', person.approval).focus()
    await keys.press('Enter')
    await keys.focusIs(/^Goal/)

    await keys.pressUntil('Tab', /^Agent for step 1$/)
    await keys.press('Enter')
    await keys.pressUntil('ArrowDown', /^Explore$/)
    await keys.press('Enter')
    await keys.focusIs(/^Agent for step 1$/)
    await person.approval.getByRole('combobox', { name: 'Agent for step 1' }).getByText('Explore').waitFor()

    await keys.pressUntil('Tab', /^Step 1: after all earlier steps$/)
    await keys.press('Enter')
    await keys.pressUntil('ArrowDown', /^2\. Oil it$/)
    await keys.press('Enter')
    await ticked('2. Oil it')
    await keys.press('Escape')
    await keys.focusIs(/^Step 1: after 2$/)

    await keys.pressUntil('Tab', /^Step 2: can start immediately$/)
    await keys.press('Enter')
    await keys.pressUntil('ArrowDown', /^1\. Find the key$/)
    await keys.press('Enter')
    await person.approval.getByText('Steps wait for each other in a circle').waitFor()
    await keys.press('Escape')
    await keys.focusIs(/^Step 2: after 1$/)
    await inStoryLooks(story.desktop(), 'plan.circle')
    expect(await accept().isDisabled()).toBe(true)

    await keys.press('Enter')
    await keys.pressUntil('ArrowDown', /^can start immediately$/)
    await keys.press('Enter')
    await ticked('can start immediately')
    await keys.press('Escape')
    await keys.focusIs(/^Step 2: can start immediately$/)
    await expect.poll(() => accept().isEnabled()).toBe(true)
  })

  it('is carried out as it was chosen', async () => {
    const [oil, found, turned] = [textScript('Oiled.'), textScript('Found.'), textScript('It is turned.')]
    story.server().enqueue(oil, found, turned)
    await accept().click()
    await person.reads('It is turned.')
    await person.page.getByText('3 of 3').first().waitFor()
    const tasks = sentChats(story.server()).flatMap(
      (chat) => chat.at(-1)?.text.match(/You carry out one step of a plan: (\w+)/)?.[1] ?? [],
    )
    expect(tasks).toEqual(expect.arrayContaining(['Oil', 'Find']))
  })
})
