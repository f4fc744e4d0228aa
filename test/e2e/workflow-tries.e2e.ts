import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import type { Person } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import type { RecordedRequest } from '../support/models/model-server.ts'
import { personWithWorkflows, type WorkflowPerson } from '../support/stories/workflow-person.ts'

const SCRIPT = `export const meta = { name: 'ask-the-tide', description: 'Asks twice where it has to.', phases: [{ title: 'Ask' }] }
phase('Ask')
const calm = await agent('Look at the moon', { label: 'Moon' })
return [calm, await agent('Ask the tide', { label: 'Tide', tools: ['read'] })]
`
/** How often the tide was asked anew; it answers at the second time. */
let asked = 0

function respond({ body }: RecordedRequest): Script {
  const { messages } = body as { messages: readonly { role: string; content: unknown }[] }
  const words = JSON.stringify(messages)
  if (!words.includes('Ask the tide')) return textScript('The moon is full.')
  const isFirst = !messages.some(({ role }) => role === 'tool')
  if (isFirst) {
    asked += 1
    return callScript([{ name: 'read', args: { path: 'README.md' } }], `This is try ${asked}.`)
  }
  if (asked === 1) return { status: 400, body: { error: { message: 'The tide is out.' } } }
  return textScript('The tide comes in at six.')
}

const story = tellStory({ inOrder: true, withModel: true, server: { respond } })
story.write('home/workflows/ask-the-tide.js', SCRIPT)
let person: Person
let flow: WorkflowPerson

beforeAll(async () => {
  const desktop = await story.start()
  ;({ person, flow } = personWithWorkflows(desktop.page))
  await person.addProject(story.project)
})

describe('an agent that was tried again', () => {
  const tries = () => flow.detail.getByRole('list', { name: 'Tries' })
  const words = (text: string) => flow.detail.getByText(text).first()

  it('lists its tries, and shows the conversation of the newest', async () => {
    await person.goTo('Workflows')
    await flow.choose('ask-the-tide')
    await flow.start()
    await flow.is('done')
    await flow.pick('Tide')
    await words('This is try 2.').waitFor()
    await tries()
      .getByRole('button', { name: /Try 1 of 2 · failed: .*The tide is out/ })
      .waitFor()
    await tries().getByRole('button', { name: 'Try 2 of 2 · done', pressed: true }).waitFor()
  })

  it('opens an earlier one by the keyboard, and comes back', async () => {
    const [first, second] = [/Try 1 of 2/, /Try 2 of 2/].map((name) => tries().getByRole('button', { name }))
    await first?.focus()
    await person.page.keyboard.press('Enter')
    await words('This is try 1.').waitFor()
    expect(await words('This is try 2.').count()).toBe(0)
    await person.page.keyboard.press('Tab')
    await person.page.keyboard.press('Enter')
    await words('This is try 2.').waitFor()
    expect(await second?.getAttribute('aria-pressed')).toBe('true')
    // A window of another size draws the panes anew, so the pictures come after the keys.
    await first?.click()
    await words('This is try 1.').waitFor()
    await inStoryLooks(story.desktop(), 'workflow-tries')
  })

  it('has none listed where the first try did it', async () => {
    await flow.pick('Moon')
    await words('The moon is full.').waitFor()
    expect(await tries().count()).toBe(0)
  })

  it('is opened at the place of an earlier try that is found by a word in it', async () => {
    const find = async (query: string) => {
      await person.page.keyboard.press('Control+Shift+F')
      await person.page.keyboard.type(query)
      const results = person.page.getByRole('listbox', { name: 'Results' })
      await results
        .getByRole('option', { name: /This is try/ })
        .filter({ hasText: query })
        .click()
    }
    const bar = flow.detail.getByRole('search', { name: 'Find in this chat' })
    await find('try 1')
    await bar.getByText('1 of 1', { exact: true }).waitFor()
    await words('This is try 1.').waitFor()
    await tries()
      .getByRole('button', { name: /Try 1 of 2/, pressed: true })
      .waitFor()
    await inStoryLooks(story.desktop(), 'workflow-found')
    await person.goTo('Chat')
    await find('try 2')
    await words('This is try 2.').waitFor()
    await tries()
      .getByRole('button', { name: /Try 2 of 2/, pressed: true })
      .waitFor()
  })
})
