import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true, inOrder: true })
let person: Person
let folder: string

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tide tables ')))
  await writeFile(join(folder, 'moon.txt'), 'the moon stands still\n')
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

afterAll(() => rm(folder, { recursive: true }))

const chips = () => person.page.getByRole('list', { name: 'Extra folders' })

it('adds a folder before the first message, with its path completed, and refuses places for secrets', async () => {
  await person.message.fill('/add-dir /etc')
  await person.message.press('Enter')
  await person.page.getByRole('alert').filter({ hasText: 'a place for secrets' }).waitFor()
  await person.message.fill('')
  await person.message.pressSequentially(`/add-dir ${folder.slice(0, -2)}`)
  const list = person.page.getByRole('listbox')
  await list.getByRole('option').first().waitFor()
  await person.message.press('Tab')
  await expect.poll(() => person.message.inputValue()).toContain(folder)
  await person.message.press('Enter')
  await chips().getByText(folder).waitFor()
  await inStoryLooks(story.desktop(), 'extra-folders')
  await person.message.fill('')
  await person.message.pressSequentially('@moon')
  await person.page
    .getByRole('option', { name: /moon\.txt/ })
    .first()
    .waitFor()
  await person.message.press('Escape')
})

it('lets the agent read it unasked, finds its files behind an @, and takes it back', async () => {
  story
    .server()
    .enqueue(
      callScript([{ name: 'read', args: { path: `${folder}/moon.txt` } }]),
      textScript('It stands still.'),
    )
  await person.message.fill('Where is the moon?')
  await person.message.press('Enter')
  await person.reads('It stands still.')
  await person.rests()
  await chips().getByText(folder).waitFor()
  await person.message.fill('')
  await person.message.pressSequentially('@moon')
  await person.page
    .getByRole('option', { name: /moon\.txt/ })
    .first()
    .waitFor()
  await person.message.press('Escape')
  await person.message.fill('')
  await person.button(`Remove ${folder} from this chat`).first().click()
  await chips().waitFor({ state: 'hidden' })
})
