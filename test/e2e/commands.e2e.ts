import { beforeAll, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'

const story = tellStory({ inOrder: true })
let person: Person

const STATUS_LINE = `printf '\\033[32mon course\\033[0m  \\033[1;31m3 hazards\\033[0m'`

beforeAll(async () => {
  story.write(
    'home/config.toml',
    `[statusLine]\ncommand = ${JSON.stringify(STATUS_LINE)}\n[keys]\nnewChat = "Mod+J"\nagents = "Mod+5"\n`,
  )
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
  await person.message.waitFor()
})

const press = (key: string) => person.page.keyboard.press(key)
const list = () => person.page.getByRole('listbox', { name: 'Commands' })
const option = (name: RegExp) => list().getByRole('option', { name })
const card = (name: string) => person.page.getByRole('region', { name })
const message = () => person.message.inputValue()

/** Types a command and presses Enter. */
async function run(text: string): Promise<void> {
  await person.message.fill(text)
  await press('Escape')
  await press('Enter')
}

it('groups the commands under a slash and dims those that need a chat, with the reason', async () => {
  await person.message.fill('/')
  await list().getByText('Model and rights', { exact: true }).waitFor()
  await option(/^\/compact .*needs messages/).waitFor()
  await inStoryLooks(story.desktop(), 'commands.menu')
  await run('/recap')
  await person.page.getByRole('alert').filter({ hasText: 'Send a message to start this chat' }).waitFor()
  expect(await message()).toBe('/recap')
})

it('shows the line that the command of the person prints, with its colours', async () => {
  await person.message.fill('')
  await person.say('list')
  await person.rests()
  const line = person.page.getByRole('note', { name: 'Status line of your command' })
  await line.getByText('on course').waitFor()
  expect(await line.textContent()).toBe('on course  3 hazards')
  await inStoryLooks(story.desktop(), 'commands.status-line')
})

it('answers in a card without a model', async () => {
  await run('/debug-tool-call 1')
  await card('Tool calls').getByText('list', { exact: true }).first().waitFor()
  await inStoryLooks(story.desktop(), 'commands.tool-calls')
  await run('/env')
  await card('Details').getByText('ORRERY_HOME', { exact: true }).waitFor()
  await run('/version')
  await card('Command')
    .getByText(/Built from commit [0-9a-f]{10} at \d{4}-/)
    .waitFor()
  await run('/perf-issue --limit 1')
  await card('Command')
    .getByText(/perf-reports.*\.md/)
    .waitFor()
})

it('opens the page of each command that has one, and comes back', async () => {
  const pages = [
    ['/agents', 'Agents'],
    ['/vault', 'Vault'],
    ['/config', 'Permissions'],
    ['/doctor', 'Diagnostics'],
    ['/login', 'Models'],
    ['/skills', 'Skills'],
    ['/plugin', 'Plugins'],
    ['/usage', 'Usage'],
  ] as const
  for (const [command, heading] of pages) {
    await run(command)
    await person.page.getByRole('heading', { name: heading }).first().waitFor()
    await press('Control+1')
    await person.message.waitFor()
    await person.message.focus()
  }
  await run('/onboarding reset')
  await person.page.getByRole('region', { name: 'Welcome' }).waitFor()
  await press('Control+1')
  await person.message.waitFor()
})

it('cycles through the modes with Shift Tab, and moves the focus back after Escape', async () => {
  await person.message.focus()
  const mode = () => person.page.getByRole('status', { name: 'Status bar' }).textContent()
  await press('Shift+Tab')
  await expect.poll(mode).toContain('Accept edits')
  await press('Shift+Tab')
  await expect.poll(mode).toContain('Plan')
  await press('Shift+Tab')
  await expect.poll(mode).toContain('Ask first')
  await press('Escape')
  await press('Shift+Tab')
  await expect.poll(() => person.message.evaluate((box) => box === document.activeElement)).toBe(false)
  expect(await mode()).toContain('Ask first')
})

it('searches what was sent with Ctrl R, and gives the text back on Escape', async () => {
  await person.say('say Mind the tide')
  await person.rests()
  await person.message.fill('half a thought')
  await press('Control+R')
  await person.page.getByText('Search sent messages').waitFor()
  await person.page.keyboard.insertText('tide')
  const sent = person.page.getByRole('listbox', { name: 'Sent messages' })
  await sent.getByRole('option', { name: 'say Mind the tide' }).waitFor()
  await inStoryLooks(story.desktop(), 'commands.sent')
  await press('Escape')
  await expect.poll(message).toBe('half a thought')
  await press('Control+R')
  await person.page.getByText('Search sent messages').waitFor()
  await person.page.keyboard.insertText('list')
  await sent.getByRole('option', { name: 'list' }).waitFor()
  await press('Enter')
  await expect.poll(message).toBe('list')
  await person.message.fill('')
  await press('ArrowUp')
  await press('ArrowUp')
  await expect.poll(message).toBe('list')
  await press('ArrowDown')
  await press('ArrowDown')
  await expect.poll(message).toBe('')
})

it('uses the keys of the settings file, shows clashes, and offers the actions in the native menus', async () => {
  await press('Control+/')
  const sheet = person.page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByRole('alert').filter({ hasText: '“Vault” has no key' }).waitFor()
  await inStoryLooks(story.desktop(), 'commands.keys')
  await press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  const crumb = person.page.getByText('New chat', { exact: true }).first()
  await press('Control+J')
  await crumb.waitFor()
  await press('Control+5')
  await person.page.getByRole('heading', { name: 'Agents' }).first().waitFor()
  const accelerator = await story.desktop().app.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
    items.find(({ label }) => label === 'Memory')?.click()
    return items.find(({ label }) => label === 'New Chat')?.accelerator
  })
  expect(accelerator).toBe('CmdOrCtrl+J')
  await person.page.getByRole('heading', { name: 'Memory' }).first().waitFor()
})
