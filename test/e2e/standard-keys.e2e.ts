import { beforeAll, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'

const story = tellStory({ inOrder: true })
let person: Person

beforeAll(async () => {
  story.write('home/config.toml', `permissionMode = "bypass"\n${modelLines(story.server().baseUrl)}`)
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

const press = (key: string) => person.page.keyboard.press(key)
const sheet = () => person.page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const hasMessageFocus = () => person.message.evaluate((box) => box === document.activeElement)

it('shows that a run works until the first word comes, with a clock', async () => {
  const gate = createGate()
  story.server().enqueue({
    steps: [
      { do: 'wait', gate },
      { do: 'text', text: 'Here I am.' },
      { do: 'finish', reason: 'stop' },
    ],
  })
  await person.say('Are you there?')
  const line = person.page.locator('p').filter({ hasText: /Working\s*\d:\d\d/ })
  await line.filter({ hasText: /0:0[1-9]/ }).waitFor()
  await inStoryLooks(story.desktop(), 'working')
  gate.open()
  await person.reads('Here I am.')
  await line.waitFor({ state: 'hidden' })
  await person.rests()
})

it('shows a command that you stopped as stopped by you, not as a failure', async () => {
  story.server().enqueue(callScript([{ name: 'bash', args: { command: 'echo begun; sleep 60' } }]))
  await person.say('Wait a minute.')
  await person.reads('begun')
  await person.stop.click()
  await person.rests()
  const card = person.entries('Tool Bash').last()
  await card.getByText('stopped by you').waitFor()
  await card.getByRole('img', { name: 'stopped' }).waitFor()
  expect(await card.textContent()).not.toContain('SIGTERM')
  await inStoryLooks(story.desktop(), 'stopped')
})

it('brings back the last message with the up key, in an empty box only', async () => {
  await person.message.fill('')
  await person.message.focus()
  await press('ArrowUp')
  expect(await person.message.inputValue()).toBe('Wait a minute.')
  await person.message.fill('One')
  await press('ArrowUp')
  expect(await person.message.inputValue()).toBe('One')
  await person.message.fill('')
})

it('lists the keys', async () => {
  await press('Control+/')
  await sheet().getByText('New chat', { exact: true }).waitFor()
  await inStoryLooks(story.desktop(), 'keys')
  await press('Escape')
  await sheet().waitFor({ state: 'hidden' })
  await press('F1')
  await sheet().waitFor()
  await press('Escape')
  await sheet().waitFor({ state: 'hidden' })
})

it('hides and shows the projects, and remembers it', async () => {
  await press('Control+b')
  await person.projects.waitFor({ state: 'hidden' })
  await person.page.reload()
  await person.message.waitFor()
  expect(await person.projects.isVisible()).toBe(false)
  await person.button('Projects').click()
  await person.projects.waitFor()
})

it('opens the palette for actions, the settings and a new chat', async () => {
  await press('Control+Shift+P')
  const box = person.page.getByRole('combobox', { name: 'Search or run a command' })
  expect(await box.inputValue()).toBe('>')
  await person.page.getByRole('option', { name: /Keyboard shortcuts/ }).waitFor()
  await press('Escape')
  await press('Control+,')
  await person.page.getByRole('heading', { name: 'Models', exact: true }).first().waitFor()
  await press('Control+n')
  await expect.poll(hasMessageFocus).toBe(true)
  story.server().enqueue(textScript('A new one.'))
  await person.say('Begin.')
  await person.reads('A new one.')
  expect(await person.transcript()).toHaveLength(2)
})

it('writes with the keys of Vim where that is on', async () => {
  const mode = (name: 'Insert' | 'Normal') => person.page.getByRole('status').getByText(name, { exact: true })
  const write = async (keys: readonly string[]) => {
    for (const key of keys) await press(key)
  }
  await person.goTo('Settings')
  await person.button('Appearance').click()
  await person.page.getByRole('switch', { name: 'Vim keys in the message box' }).click()
  await person.goTo('Chat')
  await person.message.fill('one two three')
  await mode('Insert').waitFor()
  await press('Escape')
  await mode('Normal').waitFor()
  await write(['b', 'd', 'b', '0', 'P', 'x', 'u', 'A'])
  await mode('Insert').waitFor()
  await person.page.keyboard.type('!')
  expect(await person.message.inputValue()).toBe('two one three!')
  await press('Escape')
  await write(['q', '/'])
  expect(await person.message.inputValue()).toBe('two one three!')
  await inStoryLooks(story.desktop(), 'vim')
  story.server().enqueue(textScript('Heard.'))
  await press('Enter')
  await person.reads('Heard.')
  await mode('Insert').waitFor()
  await person.rests()
})
