import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { callScript } from '../support/models/model-script.ts'

/** Without the sandbox a command asks, wherever the test runs. */
const ASKS = '\n[sandbox]\nmode = "off"'
const story = tellStory({ inOrder: true })
let person: Person

const at = (path: string) => join(story.project, path)
const row = (name: string) =>
  person.page.getByRole('tree', { name: 'Files changed' }).getByRole('treeitem', { name })
const panel = () => person.page.getByRole('region', { name: 'Files to restore' })
const FOUND = 'found after an interruption: changed by a command or another program'

beforeAll(async () => {
  story.write(
    'home/config.toml',
    `permissionMode = "accept_edits"\n${modelLines(story.server().baseUrl, ASKS)}`,
  )
  await writeFile(at('words.txt'), 'as it was\n')
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

describe('a command in the middle of which the app is killed', () => {
  it('has its changes listed at the next start, as found after an interruption', async () => {
    const command =
      'mkdir made; echo new > made/new.txt; echo other > words.txt; sleep 60; echo late > late.txt'
    story.server().enqueue(callScript([{ name: 'bash', args: { command } }]))
    await person.say('Run it.')
    await person.button('Allow once', person.approval).click()
    await expect.poll(() => existsSync(at('words.txt')) && readFile(at('words.txt'), 'utf8')).toBe('other\n')
    await story.desktop().kill()
    person = personAt((await story.start()).page)
    await person.reads('Run it.')
    for (const name of ['new.txt made', 'words.txt'])
      await expect.poll(() => row(name).getAttribute('aria-description')).toContain(FOUND)
    await inStoryLooks(story.desktop(), 'command-crash.listed')
  })

  it('is never taken back without a look at each file', async () => {
    await person.button('Undo words.txt').click()
    await panel().getByText('You may have changed it too').waitFor()
    await inStoryLooks(story.desktop(), 'command-crash.preview')
    await person.page.getByRole('checkbox', { name: 'Overwrite the current words.txt.' }).click()
    await person.button('Undo 1 file', panel()).click()
    await panel().waitFor({ state: 'hidden' })
    expect([await readFile(at('words.txt'), 'utf8'), existsSync(at('made/new.txt'))]).toEqual([
      'as it was\n',
      true,
    ])
  })
})
