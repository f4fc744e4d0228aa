import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTwoLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
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
    await inTwoLooks(story.desktop(), 'session-files.row')
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
    await inTwoLooks(story.desktop(), 'session-files.bin')
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
