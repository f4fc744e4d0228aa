import { execFileSync } from 'node:child_process'
import type { Locator } from 'playwright'
import { beforeAll, expect, it } from 'vitest'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ inOrder: true, withModel: true })
let person: Person
const LINES = Array.from({ length: 30 }, (_, at) => `export const depth${at + 1} = ${at}`)
const source = (third: string) => `${LINES.with(2, third).join('\n')}\n`
const git = (...args: string[]) => execFileSync('git', ['-C', story.project, ...args])

beforeAll(async () => {
  const file = 'person/my code/潮汐 tide/src/depth.ts'
  story.write(file, source('export const depth3 = 2'))
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('-c', 'user.name=Person', '-c', 'user.email=person@example.org', 'commit', '-qm', 'first')
  story.write(file, source('export const depth3 = 300'))
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
  const write = { name: 'write', args: { path: 'docs/tides.md', content: 'Twice a day.\n' } }
  story.server().enqueue(callScript([write]), textScript('The tides are noted.'))
  await person.say('Note the tides.')
  await person.page.getByRole('button', { name: /^Allow once/ }).click()
  await person.reads('The tides are noted.')
})

/** The middle of an element, or of the first 80 pixels of a wide one, where its words are. */
const middle = async (at: Locator) => {
  const box = await at.boundingBox()
  if (box === null) throw new Error('Nothing is in view there.')
  return [box.x + Math.min(80, box.width) / 2, box.y + box.height / 2] as const
}

/** Drags with the mouse. The place to drop on may appear only during the drag. */
async function drag(from: Locator, to: Locator, picture: string | null = null) {
  const { mouse } = person.page
  const start = await middle(from)
  await mouse.move(...start)
  await mouse.down()
  // A hand begins slowly; the editor selects where the first move is a jump.
  await mouse.move(start[0] + 6, start[1] + 2, { steps: 6 })
  await mouse.move(600, 400, { steps: 4 })
  await to.waitFor()
  const place = await middle(to)
  await mouse.move(...place, { steps: 4 })
  await mouse.move(place[0] + 2, place[1])
  if (picture !== null) await person.page.screenshot({ path: `out/screenshots/${picture}.png` })
  await mouse.up()
}

const target = () => person.page.locator('[data-drop=message]')
const attached = () => person.page.getByRole('list', { name: 'Attachments' })
const changes = () => person.page.keyboard.press('Control+Shift+G')
const line = () => person.page.locator('[data-changes=list]').getByText('export const depth3 = 300')
const says = async (text: string) => {
  await expect.poll(() => person.message.inputValue()).toBe(text)
  await person.message.fill('')
}

it('puts a changed file into the message, from the chat and from the changes', async () => {
  await drag(person.page.getByRole('button', { name: 'tides.md docs' }), person.message, 'drag.chat')
  await says('@docs/tides.md ')
  await changes()
  const row = person.page.getByRole('treeitem', { name: /^tides\.md/ }).getByText('tides.md')
  await drag(row, target(), 'drag.changes')
  await says('@docs/tides.md ')
  await changes()
  await person.button('Add docs/tides.md to the chat').press('Enter')
  await says('@docs/tides.md ')
})

it('attaches selected lines of a change, and a whole change with a key', async () => {
  await changes()
  await line().selectText()
  await drag(line(), target())
  await attached().getByText('src/depth.ts (diff)').waitFor()
  await person.button('Remove src/depth.ts (diff)').click()
  await changes()
  await person.page.getByRole('group', { name: /^src\/depth\.ts, lines/ }).focus()
  await person.page.keyboard.press('m')
  await attached().getByText('src/depth.ts:1 (diff)').waitFor()
  await person.button('Remove src/depth.ts:1 (diff)').click()
})

it('attaches selected lines of a file, and names an open one', async () => {
  const { page } = person
  await page.keyboard.press('Control+P')
  await page.getByRole('combobox', { name: 'Go to file' }).fill('depth:3')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  const text = page.getByRole('textbox', { name: 'Text of src/depth.ts', exact: true })
  await text.getByText('export const depth3 = 300').waitFor()
  await drag(page.getByRole('treeitem', { name: 'depth.ts' }).getByText('depth.ts'), target())
  await says('@src/depth.ts ')
  await page.keyboard.press('Control+Shift+E')
  await page.getByRole('radio', { name: 'Open files' }).click()
  await drag(page.getByRole('button', { name: 'depth.ts src' }), target())
  await says('@src/depth.ts ')
  await page.keyboard.press('Control+Shift+E')
  await text.getByText('export const depth3 = 300').click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await drag(text.getByText('export const depth3 = 300'), target())
  await attached().getByText('src/depth.ts:3').waitFor()
  await person.button('Remove src/depth.ts:3').click()
})
