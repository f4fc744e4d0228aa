import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ inOrder: true, withModel: true })
let person: Person
const SOURCE = [
  'export const depth = 1',
  '',
  '/** The depth of the tide. */',
  'export function tide() {',
  '  return depth',
  '}',
]
const FORMAT = `sed 's/ *= */ = /; s/ *$//'`
const SETTINGS = `[format]
onSave = true
afterAgent = true

[[format.commands]]
glob = "{moon,star}.ts"
command = ${JSON.stringify(FORMAT)}
`
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const NOTEBOOK = [
  { cell_type: 'markdown', id: 'intro', metadata: { slide: true }, source: ['# Gauges\n', 'Above the sea.'] },
  {
    cell_type: 'code',
    id: 'plot',
    execution_count: 3,
    metadata: {},
    outputs: [
      { output_type: 'stream', name: 'stdout', text: ['up\n'] },
      { output_type: 'display_data', metadata: {}, data: { 'image/png': PIXEL, 'text/plain': ['<Figure>'] } },
      { output_type: 'error', ename: 'NameError', evalue: 'tide', traceback: ['\u001b[31mline 1\u001b[0m'] },
    ],
    source: ['tide'],
  },
]
const notebookOf = (cells: readonly unknown[]) =>
  `${JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`
const inProject = (path: string) => join(story.project, path)
const bytes = (path: string) => readFileSync(inProject(path))
const text = (path: string) => person.page.getByRole('textbox', { name: `Text of ${path}`, exact: true })
const goTo = async (typed: string) => {
  await person.page.keyboard.press('Control+P')
  await person.page.getByRole('combobox', { name: 'Go to file' }).fill(typed)
  await person.page.getByRole('option').first().waitFor()
}

beforeAll(async () => {
  story.write('person/my code/潮汐 tide/src/depth.ts', `${SOURCE.join('\n')}\n`)
  story.write('person/my code/潮汐 tide/docs/tides.md', '\ufeff# Tides\r\n\r\nTwice a day.\r\n')
  writeFileSync(inProject('sea.bin'), Buffer.from([0, 1, 2, 3, 0xff, 0xfe, 0, 0, 9]))
  story.write('person/my code/潮汐 tide/.orrery/config.toml', SETTINGS)
  story.write('person/my code/潮汐 tide/gauges.ipynb', notebookOf(NOTEBOOK))
  story.write('person/my code/潮汐 tide/broken.ipynb', '{"cells": [')
  story.write('person/my code/潮汐 tide/src/moon.ts', 'export const moon = 1\n')
  story.write('bin/code', '#!/bin/sh\nprintf "%s " "$@" > "$(dirname "$0")/asked"\n')
  chmodSync(join(story.folder, 'bin', 'code'), 0o755)
  const PATH = `${join(story.folder, 'bin')}:${process.env['PATH']}`
  person = personAt((await story.start({ env: { PATH, VISUAL: null, EDITOR: null } })).page)
  await person.addProject(story.project)
  await person.button('Trust this folder').click()
})

it('goes to a file by its name and saves it as it was encoded, with the keyboard alone', async () => {
  const { page } = person
  await page.keyboard.press('Control+Shift+E')
  await page.getByText('No file is open', { exact: true }).waitFor()
  const tree = page.getByRole('tree', { name: 'Files of the project' })
  await tree.getByRole('treeitem').first().focus()
  await page.keyboard.type('d')
  await page.keyboard.press('ArrowRight')
  await tree.getByRole('treeitem', { name: 'tides.md' }).waitFor()
  await tree.getByRole('treeitem', { name: 'src' }).click()
  await tree.getByRole('treeitem', { name: 'moon.ts' }).click()
  await text('src/moon.ts').waitFor()
  await inStoryLooks(story.desktop(), 'files.tree')
  await goTo('dpth:5')
  await page.keyboard.press('Enter')
  await text('src/depth.ts').waitFor()
  await page.locator('.cm-syn-key').first().waitFor()
  await inStoryLooks(story.desktop(), 'files.text')
  await page.keyboard.press('End')
  await page.keyboard.type(' * 2')
  await page.getByRole('region', { name: 'src/depth.ts' }).getByText('unsaved').waitFor()
  await page.keyboard.press('Control+S')
  await expect.poll(() => bytes('src/depth.ts').toString()).toContain('  return depth * 2\n}')
  await goTo('tides')
  await page.keyboard.press('Enter')
  await text('docs/tides.md').waitFor()
  await page.getByText('UTF-8 with byte order mark · CRLF').waitFor()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('Mind the moon.')
  await page.keyboard.press('Control+S')
  await expect
    .poll(() => bytes('docs/tides.md').toString())
    .toBe('\ufeff# Tides\r\n\r\nTwice a day.\r\nMind the moon.')
})

it('finds words in all files, and in one', async () => {
  const { page } = person
  await page.keyboard.press('Control+Shift+J')
  await page.getByRole('textbox', { name: 'Find in files' }).fill('twice a day')
  await page.getByText('1 matching line').waitFor()
  await inStoryLooks(story.desktop(), 'files.find')
  await page.getByRole('button', { name: 'docs/tides.md, line 3 Twice a day.' }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('cm-content')
  await page.keyboard.press('Control+F')
  await page.getByRole('textbox', { name: 'Find in this file' }).fill('no such words')
  await page.getByText('No match').waitFor()
  await page.getByRole('textbox', { name: 'Find in this file' }).fill('moon')
  await page.getByText('No match').waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
})

it('adds a selection with its lines, and a file, to the message', async () => {
  const { page } = person
  await page.keyboard.press('Control+Shift+Enter')
  await page.getByRole('list', { name: 'Attachments' }).getByText('docs/tides.md:4').waitFor()
  await page.keyboard.press('Control+Shift+E')
  await goTo('depth')
  await page.keyboard.press('Enter')
  await text('src/depth.ts').waitFor()
  await person.button('Add to chat').click()
  await expect.poll(() => person.message.inputValue()).toContain('@src/depth.ts')
  story.server().enqueue(textScript('The moon pulls.'))
  await person.message.focus()
  await page.keyboard.type('why?')
  await page.keyboard.press('Enter')
  await person.reads('The moon pulls.')
  expect(JSON.stringify(story.server().requests.at(-1)?.body)).toContain('docs/tides.md:4')
})

it('shows both versions when the disk changed, and never overwrites one unasked', async () => {
  const { page } = person
  await page.keyboard.press('Control+Shift+E')
  await text('src/depth.ts').click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('// mine\n')
  writeFileSync(inProject('src/depth.ts'), '// theirs\n')
  await page.keyboard.press('Control+S')
  await page.getByText('The file on disk has changed. Nothing was overwritten.').waitFor()
  await page.getByRole('textbox', { name: 'Text of src/depth.ts on disk' }).getByText('// theirs').waitFor()
  expect(bytes('src/depth.ts').toString()).toBe('// theirs\n')
  await inStoryLooks(story.desktop(), 'files.both')
  await person.button('Overwrite with mine').click()
  await expect.poll(() => bytes('src/depth.ts').toString()).toContain('// mine\nexport const depth = 1\n')
})

it('keeps what is unsaved over another chat, a reload and a deletion of the file', async () => {
  const { page } = person
  await text('src/depth.ts').click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('// not yet\n')
  await page.keyboard.press('Control+N')
  await person.message.waitFor()
  await page.reload()
  await person.message.waitFor()
  rmSync(inProject('src/depth.ts'))
  await page.keyboard.press('Control+Shift+E')
  await text('src/depth.ts').getByText('// not yet').waitFor()
  await page.getByText('The file on disk was deleted. Your text is kept.').waitFor()
  await person.button('Create the file again').click()
  await expect.poll(() => existsSync(inProject('src/depth.ts'))).toBe(true)
  expect(bytes('src/depth.ts').toString()).toContain('// not yet\n// mine\n')
  await text('src/depth.ts').click()
  await page.keyboard.type('x')
  await page.getByRole('radio', { name: 'Open files' }).click()
  await person.button('Close src/depth.ts').click()
  await person.button('Undo', page.getByRole('alert').last()).click()
  await page.getByRole('region', { name: 'src/depth.ts' }).getByText('unsaved').waitFor()
})

it('shows binary files as what they are, and leads to other programs', async () => {
  const { page } = person
  await goTo('sea.bin')
  await page.keyboard.press('Enter')
  await page.getByText('This file is not text').waitFor()
  await inStoryLooks(story.desktop(), 'files.binary')
  await person.button('Actions for sea.bin').click()
  await page.getByRole('menuitem', { name: 'Open in editor' }).click()
  const asked = join(story.folder, 'bin/asked')
  await expect.poll(() => existsSync(asked) && readFileSync(asked, 'utf8')).toContain('sea.bin:1')
  await person.button('Actions for sea.bin').click()
  await page.getByRole('menuitem', { name: 'Copy path' }).click()
  await page.getByText('The path was copied.').waitFor()
  await expect
    .poll(() => story.desktop().app.evaluate(({ clipboard }) => clipboard.readText()))
    .toBe(inProject('sea.bin'))
})

it('shows a notebook as cells, edits them and leaves every other letter, also by an agent', async () => {
  const { page } = person
  await page.keyboard.press('Control+Shift+E')
  await goTo('gauges')
  await page.keyboard.press('Enter')
  const cell = (name: string) => page.getByRole('article', { name, exact: true })
  await cell('Cell 1, Markdown').getByRole('heading', { name: 'Gauges' }).waitFor()
  await cell('Cell 2, code').getByText('NameError: tide').waitFor()
  await cell('Cell 2, code')
    .getByRole('button', { name: /^Enlarge/ })
    .waitFor()
  await inStoryLooks(story.desktop(), 'files.notebook')
  await cell('Cell 1, Markdown').press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Source of cell 2' }).waitFor()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('  # up')
  await inStoryLooks(story.desktop(), 'files.notebook.edit')
  await page.keyboard.press('Escape')
  await page.keyboard.press('b')
  await cell('Cell 3, code').press('Delete')
  await page.getByText('Cell 3 was deleted.').waitFor()
  await cell('Cell 2, code').press('Alt+ArrowUp')
  await cell('Cell 2, Markdown').waitFor()
  await page.keyboard.press('Control+S')
  const edited = { ...NOTEBOOK[1], source: ['tide  # up'] }
  await expect.poll(() => bytes('gauges.ipynb').toString()).toBe(notebookOf([edited, NOTEBOOK[0]]))
  await page.getByRole('radio', { name: 'JSON' }).click()
  await text('gauges.ipynb').waitFor()
  await page.getByRole('radio', { name: 'Cells' }).click()
  await person.goTo('Chat')
  const change = { path: 'gauges.ipynb', cell: 'intro', source: '# Tides' }
  story
    .server()
    .enqueue(
      callScript([{ name: 'read', args: { path: 'gauges.ipynb' } }]),
      callScript([{ name: 'notebook_edit', args: change }]),
      textScript('Renamed.'),
    )
  await person.say('Rename the notebook.')
  await page.getByText('# Tides', { exact: true }).first().waitFor()
  await inStoryLooks(story.desktop(), 'files.notebook.asked')
  await page.getByRole('button', { name: /^Allow once/ }).click()
  await person.reads('Renamed.')
  const renamed = { ...NOTEBOOK[0], source: ['# Tides'] }
  expect(bytes('gauges.ipynb').toString()).toBe(notebookOf([edited, renamed]))
  await page.keyboard.press('Control+Shift+E')
  await cell('Cell 2, Markdown').getByRole('heading', { name: 'Tides' }).waitFor()
  await goTo('broken.ipynb')
  await page.keyboard.press('Enter')
  await page.getByText('This file is not a readable notebook').waitFor()
  await text('broken.ipynb').waitFor()
})

it('formats a saved file, and what an agent edited as a change of its own', async () => {
  const { page } = person
  await person.goTo('Settings')
  const sections = page.getByRole('navigation', { name: 'Settings sections' })
  await sections.getByRole('button', { name: 'Checks', exact: true }).click()
  await page.getByText('When you save · After edits of agents').waitFor()
  await inStoryLooks(story.desktop(), 'settings.format')
  await page.keyboard.press('Control+Shift+E')
  await goTo('moon')
  await page.keyboard.press('Enter')
  await text('src/moon.ts').waitFor()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('export const sun=2   ')
  await page.keyboard.press('Control+S')
  await page.getByText(`Formatted by ${FORMAT}`).waitFor()
  expect(bytes('src/moon.ts').toString()).toBe('export const moon = 1\nexport const sun = 2')
  await text('src/moon.ts').getByText('export const sun = 2').waitFor()
  await inStoryLooks(story.desktop(), 'files.formatted')
  await person.goTo('Chat')
  const write = { name: 'write', args: { path: 'src/star.ts', content: 'export const star=3\n' } }
  story.server().enqueue(callScript([write]), textScript('A star.'))
  await person.say('Add a star.')
  await page.getByRole('button', { name: /^Allow once/ }).click()
  await person.reads('A star.')
  await page.getByText('The project’s formatter changed src/star.ts after the edits.').waitFor()
  expect(bytes('src/star.ts').toString()).toBe('export const star = 3\n')
})

it('hands files of an agent to the person, who takes them also after a restart and when they are gone', async () => {
  story.write('person/my code/潮汐 tide/report 潮汐.md', '# High water\nat eight\n')
  writeFileSync(inProject('tide.sh.bin'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]))
  const hand = (path: string) => ({ name: 'present_file', args: { path } })
  story
    .server()
    .enqueue(callScript([hand('report 潮汐.md'), hand('tide.sh.bin')]), textScript('Two files for you.'))
  await person.say('Write a report.')
  await person.reads('Two files for you.')
  const card = (name: string) => person.page.getByRole('region', { name: `File ${name}` })
  const report = () => card('report 潮汐.md')
  await person.button('Preview', report()).press('Enter')
  await report().getByText('at eight').waitFor()
  await inStoryLooks(story.desktop(), 'files.handed')
  await person.button('Open', report()).click()
  const asked = join(story.folder, 'bin/asked')
  await expect.poll(() => readFileSync(asked, 'utf8')).toContain('report 潮汐.md:1')
  expect(await person.button('Open', card('tide.sh.bin')).count()).toBe(0)
  await story.desktop().quit()
  rmSync(inProject('report 潮汐.md'))
  person = personAt((await story.start()).page)
  await person.button('Open', report()).click()
  await person.page.getByText('report 潮汐.md is no longer there.').waitFor()
  const copy = join(story.folder, 'copy.md')
  await story.desktop().app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: path })
  }, copy)
  await person.button('Save a copy…', report()).click()
  await person.page.getByText('Saved as copy.md').waitFor()
  expect(readFileSync(copy, 'utf8')).toBe('# High water\nat eight\n')
})
