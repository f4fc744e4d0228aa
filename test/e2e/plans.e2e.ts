import { beforeAll, describe, expect, it } from 'vitest'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { newestChat, sentChats } from '../support/desktop/desktop-requests.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ inOrder: true, withModel: true })
let person: Person
let keys: ReturnType<typeof keysAt>

const PLAN = { goal: 'Mend the tide clock', steps: ['Look at the sums', 'Change them', 'Celebrate'] }
const proposes = callScript([{ name: 'propose_plan', args: PLAN }], 'I looked at the clock.')
const steps = () => person.page.getByRole('complementary').getByRole('list', { name: 'Plan' })
const field = (name: string) => person.approval.getByRole('textbox', { name, exact: true })
const told = () => newestChat(story.server()).at(-1)?.text ?? ''

const start = async () => {
  const { page } = await story.start()
  person = personAt(page)
  keys = keysAt(page)
}

beforeAll(async () => {
  await start()
  await person.addProject(story.project)
})

describe('a plan', () => {
  it('is put to the person, who can read the whole of it', async () => {
    await person.page.getByRole('combobox', { name: 'Agent', exact: true }).click()
    await person.page.getByRole('option', { name: 'Plan', exact: true }).click()
    story.server().enqueue(proposes)
    await person.say('How do we mend the clock?')
    await person.approval.waitFor()
    for (const words of [PLAN.goal, ...PLAN.steps]) await person.approval.getByText(words).waitFor()
    await inStoryLooks(story.desktop(), 'plan.proposal')
  })

  it('goes back with a reason, and comes again', async () => {
    story.server().enqueue(proposes)
    await field('What should change?').fill('Test before you celebrate.')
    await person.button('Request changes', person.approval).click()
    await expect.poll(told).toContain('They say: Test before you celebrate.')
    await person.entries('Tool Propose plan').getByText('not accepted').waitFor()
    await person.approval.waitFor()
  })

  it('is changed with the keyboard: reworded, shortened and made longer', async () => {
    await person.button('Edit', person.approval).focus()
    await keys.press('Enter')
    await keys.focusIs(/^Goal/)
    await keys.pressUntil('Tab', /^Step 2$/)
    await keys.press('Control+A')
    await keys.type('Change one of them')
    await keys.pressUntil('Tab', /^Remove step 3$/)
    await keys.press('Enter')
    await keys.pressUntil('Tab', /^Add a step$/)
    await keys.press('Enter')
    await keys.focusIs(/^Step 3$/)
    await keys.type('Test it')
    await inStoryLooks(story.desktop(), 'plan.edit')
    await person.button('Done editing', person.approval).click()
    await person.approval.getByText('Change one of them').waitFor()
    expect(await person.approval.getByText('Celebrate').count()).toBe(0)
  })

  it('stays open while something is missing, and says what', async () => {
    const accept = person.button('Approve and run', person.approval)
    await person.button('Edit', person.approval).click()
    await field('Goal').fill('')
    await field('Step 2').fill(' ')
    await person.button('Done editing', person.approval).click()
    await keys.focusIs(/^Goal/)
    await person.approval.getByText('A plan needs a goal.').waitFor()
    await person.approval.getByText('Write the step, or remove it.').waitFor()
    expect(await accept.isDisabled()).toBe(true)
    await inStoryLooks(story.desktop(), 'plan.missing')
    await keys.type('Repair it')
    expect(await field('Goal').inputValue()).toBe('Repair it')
    await field('Step 2').fill('Change one of them')
    await person.button('Done editing', person.approval).click()
    await person.approval.getByText('Repair it').waitFor()
    expect(await accept.isDisabled()).toBe(false)
  })

  it('is carried out step by step once it is accepted', async () => {
    story.server().enqueue(textScript('The sums are off by one.'), {
      steps: [{ do: 'text', text: 'I am' }, { do: 'hang' }],
    })
    await person.button('Approve and run', person.approval).click()
    await person.approval.waitFor({ state: 'hidden' })
    await person.reads('The sums are off by one.')
    await person.entries('Tool Propose plan').last().getByText('Repair it').waitFor()
    await person.page.getByRole('complementary').getByText('Repair it').waitFor()
    await steps().locator('[aria-current="step"]').getByText('Change one of them').waitFor()
    await person.reads('I am')
    expect(told()).toContain('Do step 2 now')
    await inStoryLooks(story.desktop(), 'plan.running')
  })

  it('is changed while a step of it is done, with the keyboard', async () => {
    const dialog = person.page.getByRole('dialog', { name: 'Change the plan' })
    const written = (name: string) => dialog.getByRole('textbox', { name, exact: true })
    await person.button('Change the plan').focus()
    await keys.press('Enter')
    await keys.focusIs(/^Goal/)
    expect([await written('Step 1').count(), await written('Step 2').count()]).toEqual([0, 0])
    await keys.pressUntil('Tab', /^Step 3$/)
    await keys.press('Control+A')
    await keys.type('Test it twice')
    await keys.pressUntil('Tab', /^Add a step$/)
    await keys.press('Enter')
    await keys.focusIs(/^Step 4$/)
    await keys.type('Oil it')
    await keys.press('Alt+ArrowUp')
    await keys.focusIs(/^Step 3$/)
    await inStoryLooks(story.desktop(), 'plan.change-running')
    await keys.pressUntil('Tab', /^Save changes$/)
    await keys.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await expect
      .poll(() => steps().getByRole('listitem').allInnerTexts())
      .toEqual([/sums/, /Change one/, /Oil it/, /Test it twice/].map((words) => expect.stringMatching(words)))
    await steps().locator('[aria-current="step"]').getByText('Change one of them').waitFor()
  })

  it('rests where it was after the app was killed', async () => {
    await story.desktop().kill()
    await start()
    await steps().getByText('Test it twice').waitFor()
    await inStoryLooks(story.desktop(), 'plan.rests')
  })

  it('is changed as far as it is not done', async () => {
    const dialog = person.page.getByRole('dialog', { name: 'Change the plan' })
    await person.button('Change the plan').focus()
    await keys.press('Enter')
    await keys.focusIs(/^Goal/)
    expect(await dialog.getByRole('textbox', { name: 'Step 1', exact: true }).count()).toBe(0)
    await keys.pressUntil('Tab', /^Add a step$/)
    await keys.press('Enter')
    await keys.focusIs(/^Step 5$/)
    await keys.type('Tell the harbour')
    await inStoryLooks(story.desktop(), 'plan.change')
    await keys.pressUntil('Tab', /^Save changes$/)
    await keys.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await steps().getByText('Tell the harbour').waitFor()
  })

  it('goes on with what is left', async () => {
    story
      .server()
      .enqueue(
        ...['One sum is another.', 'It is oiled.', 'It runs on time.', 'They know.'].map((text) =>
          textScript(text),
        ),
      )
    await person.button('Resume the plan').click()
    await person.reads('They know.')
    await person.page.getByText('5 of 5').first().waitFor()
    const asked = (step: number) =>
      sentChats(story.server()).filter((chat) => chat.at(-1)?.text.includes(`Do step ${step} now`)).length
    expect([asked(1), asked(2), asked(3)]).toEqual([1, 2, 1])
    await expect.poll(() => person.button('Resume the plan').count()).toBe(0)
  })
})
