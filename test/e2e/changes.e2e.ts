import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { resizeTo } from '../support/desktop/desktop.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { depthSource, tellOfChanges } from '../support/stories/changes-story.ts'

const changes = tellOfChanges()
const { story, git, write, read, list, hunk, newestRequest } = changes
const editorFile = () => join(story.folder, 'bin/asked')
const toastUndo = () => {
  const person = changes.person()
  return person.button('Undo', person.page.getByRole('alert').last())
}

it('shows what an agent changed, in files and in hunks', async () => {
  const person = changes.person()
  const { page } = person
  const changed = depthSource({ 3: 'export const depth3 = 300', 50: 'export const depth50 = 500' })
  story.server().enqueue(
    callScript([
      { name: 'read', args: { path: 'src/depth.ts' } },
      { name: 'write', args: { path: 'docs/tides.md', content: '# Tides\n\nTwice a day.\n' } },
    ]),
    textScript('Two files are changed.'),
  )
  await person.say('Note the tides.')
  await page.getByRole('button', { name: /^Allow once/ }).click()
  await person.reads('Two files are changed.')
  write('src/depth.ts', changed)
  await page.keyboard.press('Control+Shift+G')
  await page.getByRole('treeitem', { name: 'depth.ts M +2 −2' }).waitFor()
  await page.getByRole('treeitem', { name: 'tides.md U' }).waitFor()
  await page.getByText('export const depth50 = 500').waitFor()
  // The word `export` has the colour of its language.
  await list().locator('.text-syn-key').first().waitFor()
  await inStoryLooks(story.desktop(), 'changes.uncommitted')
})

it('accepts, stages, rejects and comments with keys', async () => {
  const person = changes.person()
  const { page } = person
  await list().getByRole('group').first().focus()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  const first = hunk('src/depth.ts, lines 1 to 6')
  await first.focus()
  await page.keyboard.press('s')
  await expect.poll(() => git('diff', '--cached', '--numstat')).toContain('1\t1\tsrc/depth.ts')
  await first.getByRole('img', { name: 'Staged' }).waitFor()
  const second = hunk('src/depth.ts, lines 47 to 53')
  await second.focus()
  await page.keyboard.press('c')
  await page.keyboard.type('Why 500?')
  await page.keyboard.press('Control+Enter')
  await page.getByText('pending', { exact: true }).waitFor()
  await inStoryLooks(story.desktop(), 'changes.comment')
  await second.focus()
  await page.keyboard.press('x')
  await expect.poll(() => read('src/depth.ts')).toBe(depthSource({ 3: 'export const depth3 = 300' }))
  await toastUndo().click()
  await expect.poll(() => read('src/depth.ts')).toContain('depth50 = 500')
  await second.focus()
  await page.keyboard.press('a')
  await second.getByText('Accepted').waitFor()
  await page.keyboard.press('u')
  await second.getByText('Accepted').waitFor({ state: 'hidden' })
})

it('sends the comments to the agent as one message', async () => {
  const person = changes.person()
  const { page } = person
  story.server().enqueue(textScript('Because the tide is deep.'))
  await page.keyboard.press('Control+Shift+Enter')
  await page.getByText('Comments sent to the agent.').waitFor()
  await expect.poll(() => newestRequest()).toContain('src/depth.ts:50')
  expect(newestRequest()).toContain('Why 500?')
})

it('commits what is staged, takes it back, commits again and pushes', async () => {
  const person = changes.person()
  const { page } = person
  const message = page.getByRole('textbox', { name: 'Commit message' })
  story.server().enqueue(textScript('depth: correct the third'))
  await message.fill('words of my own')
  await person.button('Draft').click()
  await expect.poll(() => message.inputValue()).toBe('depth: correct the third')
  expect(newestRequest()).toContain('+export const depth3 = 300')
  await inStoryLooks(story.desktop(), 'changes.drafted')
  await toastUndo().click()
  await expect.poll(() => message.inputValue()).toBe('words of my own')
  await message.fill('depth: correct the third')
  await message.press('Control+Enter')
  await expect
    .poll(() => git('log', '--format=%s').trim().split('\n'))
    .toEqual(['depth: correct the third', 'first'])
  await toastUndo().click()
  await expect.poll(() => git('log', '--format=%s').trim()).toBe('first')
  await person.button(/^Commit 1 file/).waitFor()
  await page
    .getByRole('region', { name: 'Changes' })
    .first()
    .getByRole('button', { name: 'Open chat' })
    .click()
  story.server().enqueue(textScript('depth: correct the third again'))
  await message.waitFor({ state: 'hidden' })
  await person.say('/commit')
  await expect.poll(() => message.inputValue()).toBe('depth: correct the third again')
  await message.press('Control+Enter')
  await expect.poll(() => git('log', '-1', '--format=%s').trim()).toBe('depth: correct the third again')
  await page.getByRole('region', { name: 'Output of hooks' }).getByText('1 file is sound').waitFor()
  await person.button('Push').click()
  await page.getByText('Pushed.', { exact: true }).waitFor()
  expect(git('rev-parse', 'origin/main')).toBe(git('rev-parse', 'main'))
})

it('keeps review and message over a reload, and says when there is nothing', async () => {
  const person = changes.person()
  const { page } = person
  await page.getByRole('checkbox', { name: 'Reviewed' }).first().click()
  await page.getByText('1 of 2 reviewed').waitFor()
  await page.getByRole('textbox', { name: 'Commit message' }).fill('not yet')
  await page.reload()
  await person.message.waitFor()
  await page.keyboard.press('Control+Shift+G')
  await page.getByText('1 of 2 reviewed').waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Commit message' }).inputValue()).toBe('not yet')
  await resizeTo(story.desktop().app, { width: 1000, height: 700 })
  await person.button('Show review, 0 comments pending').click()
  await page.getByRole('region', { name: 'Review' }).first().getByText('Comments', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Staged', exact: true }).click()
  await page.getByText('Nothing is staged').waitFor()
  await inStoryLooks(story.desktop(), 'changes.empty')
})

it('shows the history, puts changes away and back, and blames a file', async () => {
  const person = changes.person()
  const { page } = person
  await resizeTo(story.desktop().app, { width: 1440, height: 900 })
  await person.button('History').click()
  await page.getByRole('listitem').filter({ hasText: 'depth: correct the third again' }).waitFor()
  await inStoryLooks(story.desktop(), 'changes.history')
  await page.keyboard.press('Escape')
  await person.button('Stashes').click()
  await page.getByRole('textbox', { name: 'Message of the stash' }).fill('tide tables')
  await page.keyboard.press('Enter')
  await page.getByRole('listitem').filter({ hasText: 'On main: tide tables' }).waitFor()
  await expect.poll(() => git('status', '--porcelain')).toBe('')
  await inStoryLooks(story.desktop(), 'changes.stashes')
  await person.button('Apply').click()
  await expect.poll(() => read('src/depth.ts')).toContain('depth50 = 500')
  await person.button('Drop').click()
  await person.button('Drop for good').click()
  await expect.poll(() => git('stash', 'list')).toBe('')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Uncommitted', exact: true }).click()
  await hunk('src/depth.ts, lines 47 to 53').focus()
  await person.button('Open in editor').click()
  const asked = () => (existsSync(editorFile()) ? readFileSync(editorFile(), 'utf8') : '')
  await expect.poll(asked).toBe(`-g ${join(story.project, 'src/depth.ts')}:50 `)
  await person.button('Blame this file').click()
  await page.getByText('Not committed yet').waitFor()
  await inStoryLooks(story.desktop(), 'changes.blame')
  await page.keyboard.press('Escape')
})
