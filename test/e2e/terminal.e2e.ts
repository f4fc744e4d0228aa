import { execFileSync } from 'node:child_process'
import { beforeAll, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { chooseChinese, chooseEnglish, inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { processesWith } from '../support/desktop/desktop-processes.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { textScript } from '../support/models/model-script.ts'

const within = { timeout: PATIENCE_MS }
const story = tellStory({ inOrder: true, withModel: true })
const WORD = `4931.${process.pid}`
let person: Person

const panel = () => person.page.getByRole('region', { name: 'Terminal panel' })
const tab = (name: string) => panel().getByRole('tab', { name })
const screen = () => panel().getByRole('tabpanel').first()
/** The rows as they are drawn, with spaces as spaces. */
const drawn = async () =>
  `\n${(await screen().locator('.xterm-rows > div').allTextContents()).join('\n')}`.replaceAll('\u00a0', ' ')
const type = async (line: string) => {
  await person.page.keyboard.type(line)
  await person.page.keyboard.press('Enter')
}
const hasFocus = () => person.page.evaluate(() => document.activeElement?.closest('.xterm') !== null)

beforeAll(async () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: story.project, stdio: 'ignore' })
  git('init', '-q', '-b', 'main')
  git('-c', 'user.name=Person', '-c', 'user.email=p@example.org', 'commit', '-qm', 'first', '--allow-empty')
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

it('opens with a key, and runs the shell of the person in the project', async () => {
  await person.page.keyboard.press('Control+Backquote')
  await tab('Terminal 1').waitFor()
  await expect.poll(hasFocus, within).toBe(true)
  await type('basename "$PWD"; echo "key=$OPENAI_API_KEY."')
  await expect.poll(drawn, within).toContain('\nkey=.')
  expect(await drawn()).toContain('\n潮汐 tide')
  // Keys of the app belong to the shell here.
  await person.page.keyboard.press('Control+K')
  expect(await person.page.getByRole('dialog').count()).toBe(0)
  await inStoryLooks(story.desktop(), 'terminal')
})

it('finds text, leaves with F6 and comes back', async () => {
  await panel().getByRole('button', { name: 'Find in terminal' }).click()
  await person.page.keyboard.type('no such words')
  await panel().getByText('No match').waitFor()
  await person.page.keyboard.press('Control+A')
  await person.page.keyboard.type('潮汐')
  await expect.poll(() => panel().getByText('No match').count(), within).toBe(0)
  await person.page.keyboard.press('Escape')
  await expect.poll(hasFocus, within).toBe(true)
  await person.page.keyboard.press('F6')
  await expect.poll(hasFocus, within).toBe(false)
  await person.page.keyboard.press('Shift+F6')
  await expect.poll(hasFocus, within).toBe(true)
})

it('attaches lines to the message, and gives the model nothing else', async () => {
  const { page } = person
  await type('clear; echo "the credit note loses a cent"')
  await expect.poll(drawn, within).toContain('\nthe credit note loses a cent')
  await page.keyboard.press('Control+Shift+A')
  await page.getByRole('list', { name: 'Attachments' }).getByText('Terminal 1,').waitFor()
  story.server().enqueue(textScript('It is rounding.'))
  await person.say('Why?')
  await person.reads('It is rounding.')
  const asked = JSON.stringify(story.server().requests.at(-1)?.body)
  expect(asked).toContain('the credit note loses a cent')
})

it('continues over a reload of the window, with everything it had printed', async () => {
  await panel().getByRole('tabpanel').first().click()
  await type(`clear; seq 300; sleep 1; echo "aft""er reload"; sleep ${WORD}`)
  await expect.poll(drawn, within).toContain('300')
  await person.page.reload()
  await expect.poll(drawn, within).toContain('after reload')
  await expect.poll(() => processesWith(WORD).length, within).toBeGreaterThan(0)
  await expect.poll(hasFocus, within).toBe(true)
  // Lines that had scrolled out of view are still there.
  await person.page.keyboard.press('Shift+PageUp')
  await expect.poll(drawn, within).toContain('\n285\n')
})

it('asks before a program writes to the clipboard or a link opens', async () => {
  await person.page.keyboard.press('Control+C')
  await type(`clear; printf '\\033]52;c;%s\\a' "$(printf tides | base64)"`)
  const ask = panel().getByRole('alertdialog')
  await ask.getByText('tides').waitFor()
  await ask.getByRole('button', { name: 'Ignore' }).click()
  await type('clear; echo see https://example.org/tides')
  await expect.poll(drawn, within).toContain('\nsee https://example.org/tides')
  const row = screen().locator('.xterm-rows > div', { hasText: /^see https/ })
  const box = await row.boundingBox()
  await person.page.mouse.move((box?.x ?? 0) + 90, (box?.y ?? 0) + 9)
  await person.page.mouse.click((box?.x ?? 0) + 92, (box?.y ?? 0) + 9)
  await ask.getByText('https://example.org/tides').waitFor()
  await ask.getByRole('button', { name: 'Ignore' }).click()
})

it('splits, lists its shells as processes, and asks before it ends a program', async () => {
  const { page } = person
  await panel().getByRole('button', { name: 'Split terminal' }).click()
  await tab('Terminal 2').waitFor()
  expect(await panel().getByRole('tabpanel').count()).toBe(2)
  await page.getByText('2 terminals').waitFor()
  await panel().getByRole('button', { name: 'Split terminal' }).click()
  await tab('Terminal 1').click()
  await expect.poll(hasFocus, within).toBe(true)
  await type(`sleep ${WORD}`)
  await expect.poll(() => processesWith(WORD).length, within).toBeGreaterThan(0)
  await person.goTo('Agents')
  await person.button('Processes').click()
  const lines = page.getByRole('row').filter({ hasText: 'shell of the person' })
  await expect.poll(() => lines.count(), within).toBe(2)
  await page.getByRole('row').filter({ hasText: 'runs the shells' }).waitFor()
  await person.goTo('Chat')
  await panel().getByRole('button', { name: 'Close terminal' }).click()
  await panel().getByText('sleep is still running in Terminal 1.').waitFor()
  await panel().getByRole('button', { name: 'End sleep' }).click()
  await tab('Terminal 1').waitFor({ state: 'detached' })
  await expect.poll(() => processesWith(WORD), within).toEqual([])
})

it('starts in the worktree of the chat, names it, and keeps the open tab over a reload', async () => {
  const { page } = person
  await page.keyboard.press('F6')
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('New chat in a worktree')
  await page.getByRole('option', { name: 'New chat in a worktree' }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Name of the task' }).fill('Tide table')
  await page.keyboard.press('Enter')
  await page.getByRole('status', { name: 'Status' }).getByText('orrery/tide-table').waitFor()
  await panel().getByRole('button', { name: 'New terminal', exact: true }).click()
  await tab('Terminal 3').waitFor()
  await type('clear; git branch --show-current')
  await expect.poll(drawn, within).toContain('\norrery/tide-table')
  expect(await tab('Terminal 3').textContent()).toContain('orrery/tide-table')
  // Back to the terminal of the project, also after a reload.
  await tab('Terminal 2').click()
  await page.reload()
  await panel().getByRole('tab', { name: 'Terminal 2', selected: true }).waitFor()
  await inStoryLooks(story.desktop(), 'terminal-worktrees')
  await chooseChinese(page)
  await inStoryLooks(story.desktop(), 'terminal-worktrees.zh')
  await chooseEnglish(page)
  await panel().getByRole('button', { name: 'New terminal in a folder' }).click()
  await page.getByRole('menuitem', { name: 'Project folder' }).click()
  await tab('Terminal 4').waitFor()
})

it('starts the shell and draws with the font that the person chose', async () => {
  const { page } = person
  await person.goTo('Settings')
  await page.getByRole('button', { name: 'Terminal', exact: true }).click()
  await page.getByRole('combobox', { name: 'Shell of new terminals' }).click()
  await page.getByRole('option', { name: 'Other path…' }).click()
  await page.getByRole('textbox', { name: 'Path of the shell' }).fill('sh')
  await page.getByRole('button', { name: 'Use this shell' }).click()
  await page.getByText('“sh” is not the full path of a program').waitFor()
  await page.getByRole('textbox', { name: 'Path of the shell' }).fill('/bin/sh')
  await page.getByRole('button', { name: 'Use this shell' }).click()
  await page.getByRole('textbox', { name: 'Font size' }).fill('18')
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'Bar' }).click()
  await person.goTo('Chat')
  await panel().getByRole('button', { name: 'New terminal', exact: true }).click()
  await expect.poll(() => tab('Terminal 5').textContent(), within).toContain('sh')
  await type('clear; echo "shell=$0"')
  await expect.poll(drawn, within).toMatch(/shell=-?(\/bin\/)?sh/)
  const size = () =>
    screen()
      .locator('.xterm-rows')
      .evaluate((rows) => getComputedStyle(rows).fontSize)
  await expect.poll(size, within).toBe('18px')
})

it('leaves no shell when the app is killed', async () => {
  await tab('Terminal 2').click()
  await expect.poll(hasFocus, within).toBe(true)
  await type(`sleep ${WORD} & sh -c 'trap "" HUP TERM; sleep ${WORD}'`)
  await expect.poll(() => processesWith(WORD).length, within).toBeGreaterThan(1)
  story.desktop().app.process().kill('SIGKILL')
  await expect.poll(() => processesWith(WORD), within).toEqual([])
})
