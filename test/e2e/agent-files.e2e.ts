import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { type AnswerRules, byNewestWords } from '../support/stories/answer-rules.ts'

const give = (title: string, prompt: string) => callScript([{ name: 'agent', args: { title, prompt } }])

const RULES: AnswerRules = [
  ['Survey the coast', () => give('Surveyor', 'FIRST floor')],
  ['FIRST floor', () => give('Diver', 'SECOND floor')],
  ['SECOND floor', () => textScript('A barquentine lies off the point.')],
  ['A barquentine', () => textScript('One wreck was found.')],
  ['What else did you see', () => textScript('A light on the shore.')],
  ['One wreck', () => textScript('The coast is surveyed.')],
]
const story = tellStory({
  inOrder: true,
  withModel: true,
  server: { respond: byNewestWords(RULES, 'Good to meet you.') },
})
let person: Person
let files: Readonly<Record<'jsonl' | 'html', string>>

const row = () => person.sessions.getByRole('button', { name: 'Survey the coast' }).first()
const card = (title: string) => person.entries('Tool Agent').filter({ hasText: title })
const inView = () => person.page.getByRole('navigation', { name: 'Current agent' })
const toast = (words: string | RegExp) => person.page.getByText(words).first().waitFor()

async function choose(item: string): Promise<void> {
  await row().focus()
  await person.page.keyboard.press('Shift+F10')
  await person.page.getByRole('menuitem', { name: item }).click()
}

/** The system's own dialogs cannot be reached from here; what they answer can. */
const answerDialogs = (path: string) =>
  story.desktop().app.evaluate(({ dialog }, at) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: at })
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [at] })
  }, path)

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
  files = { jsonl: join(story.project, 'coast.jsonl'), html: join(story.project, 'coast.html') }
})

describe('a chat for which agents worked', () => {
  it('takes along what they said when it is written to a file', async () => {
    await person.say('Survey the coast')
    await person.reads('The coast is surveyed.')
    await person.rests()
    await answerDialogs(files.jsonl)
    await choose('Export as JSONL')
    await toast(/It includes 2 agent conversations/)
    expect(await readFile(files.jsonl, 'utf8')).toContain('A barquentine lies off the point.')
  })

  it('shows it folded in a page for people to read', async () => {
    await answerDialogs(files.html)
    await choose('Export as web page')
    await toast(/coast\.html was written/)
    const page = await readFile(files.html, 'utf8')
    expect(page).toMatch(/What the agent said: Surveyor.*What the agent said: Diver.*A barquentine/s)
  })

  it('has them below their calls again where it is imported, and what they said is found', async () => {
    await choose('Delete')
    await expect.poll(() => person.sessions.count()).toBe(0)
    await answerDialogs(files.jsonl)
    await person.importChat()
    await toast(/It includes 2 agent conversations/)
    await person.reads('The coast is surveyed.')
    await card('Surveyor').getByRole('img', { name: 'done', exact: true }).waitFor()
    await inStoryLooks(story.desktop(), 'agent-files.imported')
    await person.button('Open the conversation of “Surveyor”', card('Surveyor')).click()
    await inView().waitFor()
    await person.reads('One wreck was found.')
    await card('Diver').waitFor()
    await person.page.keyboard.press('Control+Shift+F')
    await person.page.keyboard.type('barquentine')
    const found = person.page
      .getByRole('listbox', { name: 'Results' })
      .getByRole('option', { name: /agent of Survey the coast/ })
      .first()
    await found.waitFor()
    await found.click()
    await person.reads('A barquentine lies off the point.')
  })

  it('goes on, and so do its agents, where it is imported', async () => {
    const box = person.page.getByRole('textbox', { name: 'Message' })
    await box.fill('What else did you see?')
    await box.press('Enter')
    await person.reads('A light on the shore.')
    await person.button(/Survey the coast/, inView()).click()
    await inView().waitFor({ state: 'hidden' })
    await person.say('Thank you.')
    await person.reads('Good to meet you.')
    await person.rests()
  })

  it('has nothing going on after a restart', async () => {
    const asked = story.server().requests.length
    await story.desktop().quit()
    person = personAt((await story.start()).page)
    await person.page.getByText('0 agents running').waitFor()
    await row().click()
    await person.reads('The coast is surveyed.')
    expect(story.server().requests.length).toBe(asked)
  })
})
