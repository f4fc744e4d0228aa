import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { chooseChinese, inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { answerDialogs } from '../support/desktop/desktop-shell.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true, inOrder: true })
const disk = join(story.folder, 'disk 磁盘')
let person: Person
let backup = ''

const section = (name: string) =>
  person.button(name, person.page.getByRole('navigation', { name: 'Settings sections' }))
const group = () => person.page.getByRole('region', { name: 'Restore', exact: true })
const card = () => person.page.getByRole('region', { name: 'The chosen backup' })

/** What the system's folder dialog answers from now on. */
const choosing = (path: string) =>
  story.desktop().app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, path)
const choose = async (path: string) => {
  await choosing(path)
  await person.button('Choose a backup…').click()
}
const say = async (words: string, answer: string) => {
  story.server().enqueue(textScript(answer))
  await person.say(words)
  await person.reads(answer)
  await person.rests()
}

beforeAll(async () => {
  await mkdir(disk)
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

describe('a home', () => {
  it('is backed up, and goes on with a second chat', async () => {
    await say('How often is the tide?', 'Twice a day.')
    await choosing(disk)
    await person.goTo('Settings')
    await section('Data').click()
    await person.button('Back up…').click()
    await person.page.getByText('The copy of the database passed its check.').waitFor()
    backup = join(disk, String((await readdir(disk))[0]))
    await person.goTo('Chat')
    await person.button('New chat').first().click()
    await say('What makes it?', 'The moon.')
    await person.goTo('Settings')
    await section('Data').click()
  })

  it('is not restored from what is no backup, or a damaged one', async () => {
    await choose(disk)
    await group().getByRole('alert').getByText('is not a whole').waitFor()
    const broken = join(disk, 'broken')
    await cp(backup, broken, { recursive: true })
    await writeFile(join(broken, 'data', 'orrery.db'), 'x'.repeat(20_000))
    await choose(broken)
    await group().getByRole('alert').getByText('failed its check').waitFor()
    expect(await card().count()).toBe(0)
  })

  it('shows what a backup holds and what it replaces, and waits for a yes', async () => {
    await choose(backup)
    await card().getByText('1 chat, with memory, settings and files').waitFor()
    await card().getByText('2 chats, memory, settings').waitFor()
    await card().getByText(backup).waitFor()
    await card().scrollIntoViewIfNeeded()
    await inStoryLooks(story.desktop(), 'restore')
    await answerDialogs(story.desktop().app, 1)
    await person.button('Restore and restart…').click()
    await expect.poll(() => person.button('Restore and restart…').isEnabled()).toBe(true)
    expect(existsSync(join(story.home, 'data', 'restore'))).toBe(false)
  })

  it('is the backup after a restart, with the data of before in a folder', async () => {
    const { app } = story.desktop()
    await answerDialogs(app, 0)
    // The process that the app would start itself belongs to no story.
    await app.evaluate(({ app: electron }) => {
      electron.relaunch = () => {}
    })
    const ended = app.waitForEvent('close')
    await person.button('Restore and restart…').click()
    await ended
    person = personAt((await story.start()).page)
    await person.goTo('Chat')
    await person.sessions.getByRole('button', { name: 'How often' }).first().click()
    await person.reads('Twice a day.')
    expect(await person.sessions.getByRole('button', { name: 'What makes it' }).count()).toBe(0)
    const [aside] = await readdir(join(story.home, 'replaced'))
    await person.goTo('Settings')
    await section('Data').click()
    await group().getByText('Restored on').waitFor()
    await group().getByText(String(aside)).waitFor()
    await group().scrollIntoViewIfNeeded()
    await inStoryLooks(story.desktop(), 'restore.done')
  })

  it('can be had back from the folder that was set aside, in Chinese too', async () => {
    const [aside] = await readdir(join(story.home, 'replaced'))
    await choose(join(story.home, 'replaced', String(aside)))
    await card().getByText('2 chats, with memory').waitFor()
    await chooseChinese(person.page)
    const { page } = person
    const rail = page.getByRole('navigation', { name: '主导航' })
    await rail.getByRole('button', { name: '设置', exact: true }).click()
    await page.getByRole('button', { name: '数据', exact: true }).click()
    await page.getByRole('button', { name: '选择备份…' }).click()
    const chosen = page.getByRole('region', { name: '所选备份' })
    await chosen.getByText('2 个对话，以及记忆').waitFor()
    await chosen.scrollIntoViewIfNeeded()
    await inStoryLooks(story.desktop(), 'restore.zh')
  })
})
