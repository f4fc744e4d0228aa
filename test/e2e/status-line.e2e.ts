import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { chooseChinese, chooseEnglish, inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true, inOrder: true })
let person: Person

const COMMAND = `input=$(cat)
case "$input" in
  *'"mode":"NORMAL"'*) echo 'keys: NORMAL';;
  *'"mode":"INSERT"'*) echo 'keys: INSERT';;
  *) printf '\\033[32mkeys\\033[0m: plain\\n';;
esac`
const draft = () => story.server().enqueue(callScript([{ name: 'status_line', args: { command: COMMAND } }]))
const card = (name = 'Status line') => person.page.getByRole('region', { name, exact: true })
const shows = (text: string) => person.page.getByText(text, { exact: true }).waitFor()
const config = () => readFileSync(join(story.home, 'config.toml'), 'utf8')

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
  story.server().enqueue(textScript('Twice a day.'))
  await person.say('How often is the tide?')
  await person.reads('Twice a day.')
  await person.rests()
})

describe('a status line command', () => {
  it('is drafted from a wish, and nothing runs before it is used', async () => {
    draft()
    await person.say('/statusline show the keys of the message box')
    await card().getByText('keys: NORMAL').waitFor()
    await card()
      .getByText(/^Drafted by Scripted/)
      .waitFor()
    await inStoryLooks(story.desktop(), 'status-line')
    expect(config()).not.toContain('statusLine')
    await person.button('Discard', card()).click()
    await card().waitFor({ state: 'hidden' })
  })

  it('has its card in Chinese', async () => {
    await chooseChinese(person.page)
    // The card belongs to the chat, which is there a moment after the page.
    await person.page.getByText('Twice a day.').waitFor()
    draft()
    await person.page.getByRole('textbox', { name: '消息' }).fill('/statusline 显示按键')
    await person.page.keyboard.press('Enter')
    await card('状态行').getByText('keys: NORMAL').waitFor()
    await inStoryLooks(story.desktop(), 'status-line.zh')
    await chooseEnglish(person.page)
    await person.reads('Twice a day.')
  })

  it('shows its line once it is used, and the mode of Vim keys as it changes', async () => {
    draft()
    await person.say('/statusline show the keys of the message box')
    await person.button('Use', card()).click()
    await shows('keys: plain')
    expect(config()).toContain('[statusLine]')
    await person.goTo('Settings')
    await person.button('Appearance').click()
    await person.page.getByRole('switch', { name: 'Vim keys in the message box' }).click()
    await person.goTo('Chat')
    await shows('keys: INSERT')
    await person.message.focus()
    await person.page.keyboard.press('Escape')
    await shows('keys: NORMAL')
    await person.page.getByRole('status').getByText('Normal', { exact: true }).waitFor()
    await person.say('/statusline off')
    await person.page.getByText('keys: NORMAL', { exact: true }).waitFor({ state: 'hidden' })
  })
})
