import { existsSync } from 'node:fs'
import { mkdir, rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'

const story = tellStory()
const many = join(story.person, 'many')
let person: Person

beforeAll(async () => {
  await mkdir(many)
  for (let from = 0; from < 10_000; from += 500) {
    const names = Array.from({ length: 500 }, (_, index) => `folder ${String(from + index).padStart(5, '0')}`)
    await Promise.all(names.map((name) => mkdir(join(many, name))))
  }
  await mkdir(join(story.person, 'around', 'inside'), { recursive: true })
  await symlink(join(story.person, 'around'), join(story.person, 'around', 'inside', 'back'))
  story.write('person/trusting/.orrery/workflows/build.js', 'export default async () => {}\n')
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

const openBrowser = async () => {
  await person.page.keyboard.press('Control+O')
  await person.browser.waitFor()
  // It begins in the home folder, whose path it writes into the box once the folder is read.
  await expect.poll(() => person.path.inputValue()).not.toBe('')
}
const closeBrowser = async () => {
  await person.page.keyboard.press('Escape')
  await person.browser.waitFor({ state: 'hidden' })
}

describe('the directory browser', () => {
  it.each([
    ['a folder that is not there', '~/nowhere at all', /Folder not found: ~\/nowhere at all\./],
    ['a slip of the finger', '~/mny', /Folder not found: ~\/mny\..*many/],
    ['a file', '~/my code/潮汐 tide/README.md', /README\.md is a file\. Choose the folder it lies in\./],
    ['a link that leads back', '~/around/inside/back', /is a link that leads back to a folder around it/],
    ['half a path', 'somewhere', /Enter the full path/],
    ['what the system lets nobody list', '/proc/1/task/1/ns/mnt/x', /no folder|cannot be read|is a file/],
  ])('says in place what is wrong with %s', async (_what, path, sentence) => {
    await openBrowser()
    await person.path.fill(path)
    await person.browser.getByRole('alert').filter({ hasText: sentence }).waitFor()
    expect(await person.button('Open this folder', person.browser).isEnabled()).toBe(false)
    await closeBrowser()
  })

  it('warns of the home folder, with which it begins', async () => {
    await openBrowser()
    await person.browser.getByText('This is your home folder').waitFor()
    await person.path.fill(story.project)
    await person.browser.getByText('This is your home folder').waitFor({ state: 'detached' })
    await closeBrowser()
  })

  it('takes the folder it suggests', async () => {
    await openBrowser()
    await person.path.fill('~/mny')
    await person.button('~/many', person.browser).click()
    await person.browser.getByText('many', { exact: true }).first().waitFor()
    await person.button('Open this folder', person.browser).and(person.page.locator(':enabled')).waitFor()
    await closeBrowser()
  })

  it('goes to the project a folder already is', async () => {
    await openBrowser()
    await person.path.fill(story.project)
    await person.browser.getByText('Already a project').waitFor()
    await person.button('Open this folder', person.browser).click()
    await person.browser.waitFor({ state: 'hidden' })
    await expect
      .poll(() => person.projects.getByRole('button', { name: '潮汐 tide', exact: true }).count())
      .toBe(1)
  })

  it('continues a path with Tab', async () => {
    await openBrowser()
    await person.path.fill('~/my c')
    await expect
      .poll(async () => {
        await person.path.press('Tab')
        return person.path.inputValue()
      })
      .toBe('~/my code')
    await closeBrowser()
  })

  it('stays quick in a folder with ten thousand folders, and reaches the last one', async () => {
    await openBrowser()
    const { browser, page } = person
    await person.path.fill('~/many/folder 09999')
    const rows = browser.getByRole('tree', { name: 'Folders' }).getByRole('treeitem')
    const last = rows.filter({ hasText: 'folder 09999' })
    await last.waitFor()
    await expect.poll(() => last.getAttribute('aria-selected')).toBe('true')
    expect(await rows.count()).toBeLessThan(100)
    await last.focus()
    await page.keyboard.press('ArrowUp')
    const before = rows.filter({ hasText: 'folder 09998' })
    await expect.poll(() => before.getAttribute('aria-selected')).toBe('true')
    await closeBrowser()
  })

  it('opens the folder that is double-clicked, not the one selected before', async () => {
    await openBrowser()
    const { browser } = person
    await browser.getByRole('treeitem', { name: 'around' }).dblclick()
    await browser.waitFor({ state: 'hidden' })
    await person.projects.getByRole('button', { name: 'around', exact: true }).waitFor()
  })

  it('opens a typed folder without waiting for what is known of it', async () => {
    await openBrowser()
    await person.path.fill('~/around/inside')
    await person.path.press('Enter')
    await person.browser.waitFor({ state: 'hidden' })
    await person.projects.getByRole('button', { name: 'inside', exact: true }).waitFor()
  })

  it('shows hidden folders when it is asked to', async () => {
    await mkdir(join(story.person, '.hidden'))
    await openBrowser()
    const { browser } = person
    const hidden = browser.getByRole('treeitem', { name: '.hidden' })
    await browser.getByRole('treeitem', { name: 'many' }).waitFor()
    expect(await hidden.count()).toBe(0)
    await browser.getByRole('checkbox', { name: 'Show hidden folders' }).click()
    await hidden.waitFor()
    await closeBrowser()
  })
})

describe('a project', () => {
  it('that carries code is trusted once, or not, and never asked for again', async () => {
    await person.addProject(join(story.person, 'trusting'))
    await person.button('Keep them off').click()
    await person.button('Keep them off').waitFor({ state: 'hidden' })
    await story.desktop().quit()
    person = personAt((await story.start()).page)
    const trusting = person.projects.getByRole('listitem').filter({ hasText: 'trusting' })
    await person.button('New chat', trusting).click()
    await person.page.getByText(/What would you like to do in trusting\?/).waitFor()
    expect(await person.button('Keep them off').count()).toBe(0)
  })

  it('shows the branch that somebody checked out meanwhile', async () => {
    const head = 'person/trusting/.git/HEAD'
    const lookAgain = () => person.page.evaluate(() => window.dispatchEvent(new Event('focus')))
    for (const branch of ['low-water', 'high-water']) {
      story.write(head, `ref: refs/heads/${branch}\n`)
      await lookAgain()
      await person.page.getByText(branch, { exact: true }).waitFor()
    }
  })

  it('that is taken off the list leaves its folder as it is', async () => {
    const trusting = person.projects.getByRole('listitem').filter({ hasText: 'trusting' })
    await trusting.hover()
    await person.button('Actions for trusting').click()
    await person.page.getByRole('menuitem', { name: 'Remove from this list' }).click()
    await trusting.waitFor({ state: 'detached' })
    expect(existsSync(join(story.person, 'trusting', '.orrery', 'workflows', 'build.js'))).toBe(true)
  })
})

describe('a project whose folder has moved', () => {
  it('is located, and its chats go on in the new place', async () => {
    const before = join(story.person, 'harbour')
    const after = join(story.person, 'harbour moved')
    story.write('person/harbour/tide.txt', 'Twice a day.\n')
    await person.addProject(before)
    await person.say('read tide.txt')
    await person.reads('Twice a day.')
    await person.rests()
    await rename(before, after)
    await person.page.reload()
    await person.button('Locate…').waitFor()
    await inStoryLooks(story.desktop(), 'project-missing')
    await person.button('Locate…').click()
    await expect.poll(() => person.path.inputValue()).not.toBe('')
    await person.path.fill(after)
    await person.button('Open this folder', person.browser).click()
    await person.browser.waitFor({ state: 'hidden' })
    await person.message.waitFor()
    story.write('person/harbour moved/tide.txt', 'Once a day.\n')
    await person.say('read tide.txt')
    await person.reads('Once a day.')
    await person.rests()
  })
})
