import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { answerDialogs } from '../support/desktop/desktop-shell.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true, inOrder: true })
let person: Person
let file: string

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
  file = join(story.project, 'tides 中文.jsonl')
  // The system's own dialogs cannot be reached from here; what they answer can.
  await story.desktop().app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: path })
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
  }, file)
})

const row = (title: string) => person.sessions.getByRole('button', { name: title }).first()
const choose = async (title: string, item: string) => {
  await row(title).focus()
  await person.page.keyboard.press('Shift+F10')
  await person.page.getByRole('menuitem', { name: item }).click()
}
const openBin = async () => {
  await person.button('More').click()
  await person.page.getByRole('menuitem', { name: 'Bin' }).click()
  const bin = person.page.getByRole('dialog', { name: 'Bin' })
  await bin.waitFor()
  return bin
}
const words = () => person.conversation.getByRole('article').allTextContents()
const KEY = 'sk-abcdefghijklmnop1234'

describe('a chat as a file', () => {
  let before: string[] = []

  it('is written where the person says, with secrets hidden', async () => {
    story.server().enqueue(textScript('Twice a day.'))
    await person.say(`How often is the tide? My key is ${KEY}.`)
    await person.reads('Twice a day.')
    await person.rests()
    before = await words()
    await inStoryLooks(story.desktop(), 'session-files.row')
    await choose('How often', 'Export as JSONL')
    await person.page.getByText(/secrets? (was|were) hidden/).waitFor()
    const text = await readFile(file, 'utf8')
    expect(text).toContain('Twice a day.')
    expect(text).not.toContain(KEY)
  })

  it('can be deleted, had back from the bin, and removed for ever', async () => {
    await choose('How often', 'Delete')
    await person.conversation.getByText('Twice a day.').waitFor({ state: 'hidden' })
    const bin = await openBin()
    await inStoryLooks(story.desktop(), 'session-files.bin')
    await bin.getByRole('button', { name: 'Restore' }).click()
    await bin.getByText('The bin is empty.').waitFor()
    await person.page.keyboard.press('Escape')
    await row('How often').click()
    await person.reads('Twice a day.')

    await choose('How often', 'Delete')
    await openBin()
    await bin.getByRole('button', { name: 'Empty now' }).click()
    await bin.getByRole('button', { name: 'Delete 1 chat permanently' }).click()
    await bin.getByText('The bin is empty.').waitFor()
    await person.page.keyboard.press('Escape')
    await expect.poll(() => person.sessions.count()).toBe(0)
  })

  it('says the same again when it is imported', async () => {
    expect(existsSync(file)).toBe(true)
    await person.importChat()
    await person.reads('Twice a day.')
    await expect.poll(() => words()).toEqual(before.map((text) => text.replace(KEY, '[secret]')))
  })

  it('goes on as a new chat from one of its messages', async () => {
    await person.entries('Assistant').first().hover()
    await person.button('New chat from here').last().click()
    await row('How often is the tide? My key is [secret]. (2)').waitFor()
    story.server().enqueue(textScript('The moon.'))
    await person.reads('Twice a day.')
    await person.say('What makes it?')
    await person.reads('The moon.')
    await person.rests()
  })
})

describe('the data as a whole', () => {
  const target = () => join(story.project, '..', 'copies 副本')
  const section = (name: string) =>
    person.button(name, person.page.getByRole('navigation', { name: 'Settings sections' }))
  const copies = () => person.page.getByRole('region', { name: 'Copies' })

  it('is measured by part', async () => {
    await mkdir(target(), { recursive: true })
    await story.desktop().app.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
    }, target())
    await person.goTo('Settings')
    await section('Data').click()
    const sizes = person.page.getByRole('list', { name: 'Space on the disk by part' })
    await sizes.getByText('Chats and workflow runs').waitFor()
    await person.page.getByText(/ in total$/).waitFor()
    await inStoryLooks(story.desktop(), 'session-files.data')
  })

  it('is backed up into a folder that the person names, and every chat becomes a file', async () => {
    await person.button('Back up…').click()
    await copies().getByText('The copy of the database passed its check.').waitFor()
    await person.button('Export all…').click()
    await copies()
      .getByText(/2 chats are in .*orrery-chats-/)
      .waitFor()
    const [backup, chats, ...others] = (await readdir(target())).sort()
    expect([others, backup]).toEqual([[], expect.stringMatching(/^orrery-backup-/)])
    expect(existsSync(join(target(), String(backup), 'orrery-backup.json'))).toBe(true)
    const files = await readdir(join(target(), String(chats)))
    const texts = await Promise.all(
      files.map((name) => readFile(join(target(), String(chats), name), 'utf8')),
    )
    expect([files.length, texts.some((text) => text.includes(KEY))]).toEqual([2, false])
  })

  it('shows a copy that a crash left, and removes it after a question', async () => {
    const left = join(target(), '.orrery-backup-1-1.part')
    await mkdir(join(left, 'data'), { recursive: true })
    await utimes(left, 0, 0)
    await utimes(join(left, 'data'), 0, 0)
    await section('Audit trail').click()
    await section('Data').click()
    const group = person.page.getByRole('region', { name: 'Unfinished copies' })
    await group.getByText('Unfinished backup').waitFor()
    await answerDialogs(story.desktop().app, 1, 0)
    await group.getByRole('button').click()
    expect(existsSync(left)).toBe(true)
    await group.getByRole('button').click()
    await group.waitFor({ state: 'hidden' })
    expect(existsSync(left)).toBe(false)
  })

  it('leaves what was done in the audit trail, which is saved as a file', async () => {
    await section('Audit trail').click()
    const acts = person.page.getByRole('list', { name: 'Acts' })
    for (const act of ['Backup made', 'All chats exported', 'Unfinished copy removed', 'Chat exported']) {
      await acts.getByText(act, { exact: true }).first().waitFor()
    }
    const path = join(target(), 'acts.jsonl')
    await story.desktop().app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath })
    }, path)
    await person.button('Export').click()
    await person.page.getByText('Saved as acts.jsonl').waitFor()
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
    const calls = lines.map((line) => (JSON.parse(line) as { call: string }).call)
    expect(calls).toEqual(expect.arrayContaining(['home.backUp', 'home.exportAll', 'session.import']))
  })

  it('reports a problem: shown whole, edited, and saved as it is shown', async () => {
    const path = join(target(), 'report.md')
    await story.desktop().app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath })
    }, path)
    await section('Diagnostics').click()
    await person.button('Write a report…').click()
    const form = person.page.getByRole('dialog', { name: 'Report a problem' })
    const text = form.getByRole('textbox', { name: 'The whole report' })
    const shown = () => text.inputValue()
    await expect.poll(shown).toContain('## Health')
    await form.getByRole('textbox', { name: 'What happened' }).fill('The tide went out.')
    await form.getByRole('checkbox', { name: 'Environment variables' }).click()
    await expect.poll(shown).toMatch(/^The tide went out\.[\s\S]*## Environment/)
    expect(await shown()).not.toContain(KEY)
    await inStoryLooks(story.desktop(), 'session-files.report')
    await text.fill('Only this line.')
    await form.getByText('You changed the text').waitFor()
    await form.getByRole('button', { name: 'Save…' }).click()
    await form.getByText('Saved as report.md').waitFor()
    expect(await readFile(path, 'utf8')).toBe('Only this line.')
    await form.getByRole('button', { name: 'Discard my changes' }).click()
    await expect.poll(shown).toContain('## Environment')
    await person.page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
  })

  it('shows more on one screen in compact density, and less again from the palette', async () => {
    const height = () => section('Data').evaluate((row) => row.getBoundingClientRect().height)
    await section('Appearance').click()
    const before = await height()
    await person.page.getByRole('radio', { name: 'Compact' }).click()
    await expect.poll(height).toBeLessThan(before)
    await inStoryLooks(story.desktop(), 'session-files.compact.settings')
    await person.goTo('Chat')
    await person.reads('The moon.')
    await inStoryLooks(story.desktop(), 'session-files.compact.chat')
    await person.page.keyboard.press('Control+K')
    await person.page.keyboard.type('>comfortable density')
    await person.page.getByRole('option', { name: /comfortable density/ }).waitFor()
    await person.page.keyboard.press('Enter')
    await expect
      .poll(() => person.page.evaluate(() => document.documentElement.dataset['density']))
      .toBe('comfortable')
  })
})
