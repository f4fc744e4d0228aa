import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { dragOver, dropOn } from '../support/desktop/desktop-drop.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'

const story = tellStory()
const other = join(story.person, 'other one')
let person: Person

beforeAll(async () => {
  await mkdir(other)
  // Where the system's letters are not UTF-8, Chromium loses the path of a dropped folder with others in it.
  person = personAt((await story.start({ env: { LC_ALL: 'C.UTF-8' } })).page)
  await person.button('Add project').first().waitFor()
})

const stays = async () => {
  const { app } = story.desktop()
  expect(person.page.url()).toBe('app://orrery/index.html')
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
}

describe('what falls on the window', () => {
  it('is asked about when it is a folder, and becomes a project when the person says so', async () => {
    const drag = await dragOver(person.page, { files: [story.project] })
    await person.page.getByText('Drop the folder to add it as a project').waitFor()
    await drag.drop()
    await person.browser.getByText('潮汐 tide', { exact: true }).first().waitFor()
    await expect.poll(() => person.path.inputValue()).toBe(story.project)
    expect(await person.page.getByText('Drop the folder to add it as a project').count()).toBe(0)
    await person.button('Open this folder', person.browser).click()
    await person.projects.getByRole('button', { name: '潮汐 tide', exact: true }).waitFor()
    await stays()
  })

  it('is taken one at a time when it is several folders, and the window says so', async () => {
    await dropOn(person.page, { files: [other, story.project] })
    await person.page.getByText('One folder at a time: this is the first of 2.').waitFor()
    await expect.poll(() => person.path.inputValue()).toBe(other)
    await person.page.keyboard.press('Escape')
    await person.browser.waitFor({ state: 'hidden' })
  })

  it('is named for what it is when it is a file', async () => {
    story.write('person/note.md', 'Not of the project.\n')
    await dropOn(person.page, { files: [join(story.person, 'note.md')] })
    const notice = person.page
      .getByRole('alert')
      .filter({ hasText: /note\.md is a file\. Choose the folder/ })
    await notice.waitFor()
    expect(await person.browser.count()).toBe(0)
  })

  it('is mentioned when it is a file of the project, and the message box shows where to drop it', async () => {
    await person.message.fill('Look at')
    const box = await person.message.boundingBox()
    if (box === null) throw new Error('The message box is not in view.')
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const drag = await dragOver(person.page, { files: [join(story.project, 'README.md')] }, middle)
    const target = person.page.getByText('files and folders of this project to mention them')
    await target.waitFor()
    await inStoryLooks(story.desktop(), 'drop.message')
    await drag.drop()
    await expect.poll(() => person.message.inputValue()).toBe('Look at @README.md ')
    expect(await target.count()).toBe(0)
    await person.message.fill('')
    await dropOn(person.page, { files: [join(story.project, 'src')] }, middle)
    await expect.poll(() => person.message.inputValue()).toBe('@src/ ')
    expect(await person.browser.count()).toBe(0)
    await person.message.fill('')
    await stays()
  })

  it('is attached when it is a file from elsewhere on the message box', async () => {
    const box = await person.message.boundingBox()
    if (box === null) throw new Error('The message box is not in view.')
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    story.write('person/other.md', 'Of the moon.\n')
    await dropOn(
      person.page,
      { files: [join(story.person, 'note.md'), join(story.person, 'other.md')] },
      middle,
    )
    const attached = person.page.getByRole('list', { name: 'Attachments' })
    await attached.getByText('note.md').waitFor()
    await attached.getByText('other.md').waitFor()
    expect(await attached.getByRole('listitem').count()).toBe(2)
    await person.button('Remove note.md').click()
    await person.button('Remove other.md').click()
    await stays()
  })

  it('leads the open browser to another folder', async () => {
    await person.page.keyboard.press('Control+O')
    await person.browser.waitFor()
    await dropOn(person.page, { files: [other] })
    await expect.poll(() => person.path.inputValue()).toBe(other)
    await person.page.keyboard.press('Escape')
    await person.browser.waitFor({ state: 'hidden' })
  })

  it.each([
    ['words', { mimeType: 'text/plain', data: '/etc' }],
    ['a link to the web', { mimeType: 'text/uri-list', data: 'https://example.org/' }],
    ['a link to a page of ours', { mimeType: 'text/uri-list', data: 'app://orrery/index.html?again' }],
    ['a link that is code', { mimeType: 'text/uri-list', data: 'javascript:document.title=1' }],
    ['a file of the web', { mimeType: 'text/uri-list', data: 'file://example.org/share' }],
  ] as const)('changes nothing when it is %s', async (_what, dropped) => {
    await person.page.evaluate(() => document.body.setAttribute('data-same-page', ''))
    await dropOn(person.page, dropped)
    // A folder dropped afterwards is taken, so whatever came before has been dealt with.
    await dropOn(person.page, { files: [other] })
    await expect.poll(() => person.path.inputValue()).toBe(other)
    expect(await person.page.locator('body[data-same-page]').count()).toBe(1)
    await stays()
    await person.page.keyboard.press('Escape')
    await person.browser.waitFor({ state: 'hidden' })
  })

  it('joins the message when it is words on the message box', async () => {
    const box = await person.message.boundingBox()
    if (box === null) throw new Error('The message box is not in sight.')
    await dropOn(
      person.page,
      { mimeType: 'text/plain', data: 'high water' },
      { x: box.x + 40, y: box.y + 20 },
    )
    await expect.poll(() => person.message.inputValue()).toBe('high water')
  })
})
