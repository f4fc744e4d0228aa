import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BlobId, CallId, ProjectId } from '#shared/ids.ts'
import { readDatabase } from '../support/desktop/desktop-database.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { openSearchRig, type SearchRig } from '../support/rigs/knowledge/search-rig.ts'

const story = tellStory({ inOrder: true })
const MONTH_MS = 31 * 24 * 60 * 60 * 1_000
const TIDE = 'src/tide.ts'
let person: Person

const at = (path: string) => join(story.project, path)
const text = (path: string) => readFile(at(path), 'utf8')
const picker = () => person.conversation.getByRole('group', { name: 'Branches' })
const changed = () => person.page.getByRole('tree', { name: 'Files changed' })
const panel = () => person.page.getByRole('region', { name: 'Files to restore' })
const results = () => person.page.getByRole('listbox', { name: 'Results' })

/** A chat of a month ago in which a tool printed something. */
function tellOldChat(projectId: ProjectId): void {
  const rig = openSearchRig(join(story.home, 'data'))
  const old = rig.chat('Soundings', projectId)
  const then = { at: Date.now() - MONTH_MS }
  const said = (role: 'user' | 'assistant', words: string) =>
    rig.say(old, { role, parts: [{ t: 'text', text: words }] }, then)
  said('user', 'What do the soundings say?')
  const callId = 'call-1' as CallId
  const args = { path: 'soundings.txt' }
  rig.say(old, { role: 'assistant', parts: [{ t: 'tool_call', callId, name: 'read', args }] }, then)
  const lines = Array.from({ length: 80 }, (_, line) => `${line}: sand`)
  lines[60] = '60: shells of a nautilus'
  const outputBlob = keptOutput(rig, lines.join('\n'))
  const tool = { callId, name: 'read', isError: false, durationMs: 3, outputBlob }
  // The model was told less of it than there was.
  rig.say(old, { role: 'tool', parts: [{ t: 'text', text: lines.slice(0, 30).join('\n') }], tool }, then)
  said('assistant', 'Mostly sand.')
  rig.close()
}

/** Stores an output as the app keeps one that is too long for the model. */
function keptOutput(rig: SearchRig, output: string): BlobId {
  const id = 'blb_00000001' as BlobId
  const hash = createHash('sha256').update(output).digest('hex')
  story.write(`home/blobs/${hash.slice(0, 2)}/${hash}`, output)
  rig.log.db
    .prepare('INSERT INTO blobs (id, sha256, mime, size, created_at) VALUES (?, ?, ?, ?, ?)')
    .run(id, hash, 'text/plain', output.length, 1)
  return id
}

beforeAll(async () => {
  story.write('home/config.toml', `permissionMode = "accept_edits"\n${modelLines(story.server().baseUrl)}`)
  const first = await story.start()
  await personAt(first.page).addProject(story.project)
  await first.quit()
  const [project] = readDatabase<{ id: ProjectId }>(story.home, 'SELECT id FROM projects')
  if (project === undefined) throw new Error('The project was not stored.')
  tellOldChat(project.id)
  person = personAt((await story.start()).page)
}, 120_000)

describe('a chat', () => {
  it('keeps the first way when an early message is sent in other words, and one switches back', async () => {
    story.server().enqueue(
      textScript('Twelve hours.'),
      callScript([{ name: 'read', args: { path: TIDE } }]),
      callScript([
        { name: 'edit', args: { path: TIDE, old_text: 'HOURS = 12', new_text: 'HOURS = 13' } },
        { name: 'write', args: { path: 'moon.md', content: 'High at noon.\n' } },
      ]),
      textScript('It is thirteen now.'),
    )
    await person.projects
      .getByRole('button', { name: /^New chat/ })
      .first()
      .click()
    await person.say('How long is a period?')
    await person.reads('Twelve hours.')
    await person.rests()
    await person.say('Make it longer.')
    await person.reads('It is thirteen now.')
    await person.rests()
    await changed().getByRole('treeitem', { name: 'Make it longer.' }).waitFor()

    await person.entries('You').first().hover()
    await person.button('Edit and send again').first().click()
    const box = person.page.getByRole('textbox', { name: 'Edit and send again' })
    story.server().enqueue(textScript('About half a day.'))
    await box.fill('Roughly how long is a period?')
    await box.press('Enter')
    await person.reads('About half a day.')
    await person.rests()
    expect(await text(TIDE)).toContain('HOURS = 13')
    await picker().getByText('2/2').waitFor()
    await person.button('Previous branch').click()
    await person.reads('It is thirteen now.')
  })

  it('gives back what was done to files, and the chat stays as it is', async () => {
    const line = changed().getByRole('treeitem', { name: 'Make it longer.' }).first()
    await line.click()
    await line.press('u')
    await person.button('Undo 2 files', panel()).click()
    await panel().waitFor({ state: 'hidden' })
    expect([await text(TIDE), existsSync(at('moon.md'))]).toEqual([expect.stringContaining('= 12'), false])
    await person.reads('It is thirteen now.')
  })

  it('is all there after the plug was pulled in the middle of an answer, and goes on', async () => {
    story.server().enqueue({ steps: [{ do: 'text', text: 'Spring tides come ' }, { do: 'hang' }] })
    await person.say('And spring tides?')
    await person.reads('Spring tides come')
    await story.desktop().kill()
    person = personAt((await story.start()).page)
    await person.reads('And spring tides?')
    await person.reads('It is thirteen now.')
    await changed().getByRole('treeitem', { name: 'Make it longer. undone' }).waitFor()
    story.server().enqueue(textScript('They come at full moon.'))
    await person.button('Continue').click()
    await person.reads('They come at full moon.')
    await person.rests()
    await person.button('Next branch').first().click()
    await person.reads('About half a day.')
    await person.button('Previous branch').first().click()
    await person.reads('They come at full moon.')
  })

  it('that is copied can make again and undo what was done to files in it', async () => {
    await person.say('/branch')
    await person.sessions.getByText('How long is a period? (2)').waitFor()
    const line = changed().getByRole('treeitem', { name: 'Make it longer. undone' }).first()
    await line.waitFor()
    await inStoryLooks(story.desktop(), 'never-lost.copy')
    await line.click()
    await line.press('r')
    await person.button('Redo 2 files', panel()).click()
    await panel().waitFor({ state: 'hidden' })
    await expect.poll(() => text(TIDE)).toContain('HOURS = 13')
    await expect.poll(() => existsSync(at('moon.md'))).toBe(true)
  })
})

it('a chat of another program joins the others', async () => {
  const said = (type: string, uuid: string, parentUuid: string | null, content: string) =>
    JSON.stringify({
      type,
      uuid,
      parentUuid,
      timestamp: '2026-01-05T10:00:00Z',
      message: { role: type, content },
    })
  const file = at('other.jsonl')
  const lines = [
    said('user', 'a', null, 'Who charted it?'),
    said('assistant', 'b', 'a', 'A sealing captain.'),
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  // The system's own dialog cannot be reached from here; what it answers can.
  await story.desktop().app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
  }, file)
  await person.importChat()
  await person.reads('A sealing captain.')
})

it('a word that a tool printed a month ago is found and opened at its place', async () => {
  const filter = async (name: string, option: string) => {
    await person.page.getByRole('combobox', { name }).click()
    await person.page.getByRole('option', { name: option, exact: true }).click()
  }
  await person.page.keyboard.press('Control+Shift+F')
  await person.page.keyboard.type('nautilus')
  const found = results().getByRole('option', { name: /Soundings/ })
  await found.getByText(/^1mo/).waitFor()
  await filter('Time', 'Last 24 hours')
  await person.page.getByText('No results for “nautilus” with these filters.').waitFor()
  await person.button('Clear filters').click()
  await found.click()
  await person.reads('60: shells of a nautilus')
  const bar = person.page.getByRole('search', { name: 'Find in this chat' })
  await bar.getByText('1 of 1', { exact: true }).waitFor()
})
