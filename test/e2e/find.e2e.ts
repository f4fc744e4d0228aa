import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CallId, ProjectId } from '#shared/ids.ts'
import { createBlobs } from '../../src/main/log/blobs/blobs.ts'
import { readDatabase } from '../support/desktop/desktop-database.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { openSearchRig } from '../support/rigs/knowledge/search-rig.ts'

const story = tellStory({ inOrder: true })
/** More than a window loads at first. */
const ROUNDS = 150
let person: Person

beforeAll(async () => {
  const first = await story.start()
  await personAt(first.page).addProject(story.project)
  await first.quit()
  const [project] = readDatabase<{ id: ProjectId }>(story.home, 'SELECT id FROM projects')
  if (project === undefined) throw new Error('The project was not stored.')
  await tellLongStory(project.id)
  person = personAt((await story.start()).page)
}, 120_000)

/** A chat with a tool result far up, another with Chinese and two branches. */
async function tellLongStory(projectId: ProjectId): Promise<void> {
  const rig = openSearchRig(join(story.home, 'data'))
  const long = rig.chat('A long talk', projectId)
  rig.user(long, 'What do the tables say?')
  const call = {
    t: 'tool_call' as const,
    callId: 'call-1' as CallId,
    name: 'read',
    args: { path: 'tables.txt' },
  }
  rig.say(long, { role: 'assistant', parts: [call] })
  const lines = Array.from({ length: 60 }, (_, line) => `${line}: high water`)
  const text = [...lines, '60: the tide of Zanzibar', ...lines].join('\n')
  const tool = { callId: call.callId, name: 'read', isError: false, durationMs: 4 }
  rig.say(long, { role: 'tool', parts: [{ t: 'text', text }], tool })
  for (let round = 0; round < ROUNDS; round += 1) {
    rig.user(long, `Question ${round} about the moon?`)
    rig.answer(long, `Answer ${round}: it depends on the moon.`)
  }
  rig.answer(long, 'As in **Zanzibar**, twice a day.')

  const table = rig.chat('A table', projectId)
  rig.user(table, 'What stays?')
  const filler = (from: number) =>
    Array.from({ length: 30 }, (_, line) => `Line ${from + line}. ${'high water '.repeat(20)}`)
  const words = ['The **remainder** of ebb.', ...filler(0), 'A remainder, and a Remainder.', ...filler(30)]
  rig.answer(table, words.join('\n\n'))

  const agent = rig.agent('Look at the charts', long.id, projectId)
  rig.user(agent, 'Which wrecks are charted?')
  for (let round = 0; round < 40; round += 1) rig.answer(agent, `Chart ${round} shows nothing.`)
  rig.answer(agent, 'A barquentine lies off the point.')
  for (let round = 0; round < 40; round += 1) rig.answer(agent, `Chart ${round} shows sand.`)

  const flood = rig.chat('A flood', projectId)
  const { db, newId } = rig.log
  const blobs = createBlobs({ db, newId, folder: join(story.home, 'blobs'), now: Date.now })
  const outputBlob = await blobs.putText(`${'sand\n'.repeat(300_000)}a nautilus\n${'mud\n'.repeat(50_000)}`)
  rig.user(flood, 'What lies on the ground?')
  rig.say(flood, { role: 'assistant', parts: [{ ...call, callId: 'call-2' as CallId }] })
  rig.say(flood, {
    role: 'tool',
    parts: [{ t: 'text', text: 'sand' }],
    tool: { ...tool, callId: 'call-2' as CallId, outputBlob },
  })
  rig.answer(flood, 'Mostly sand.')

  const other = rig.chat('另一个对话', projectId)
  const root = rig.user(other, '请解释潮汐的周期')
  rig.answer(other, '周期大约是十二小时二十五分。')
  rig.append(other.id, {
    kind: 'leaf.moved',
    payload: { cause: 'rewind', contextId: other.context, to: root },
  })
  rig.answer(other, '月球的引力造成了潮汐。')
  rig.close()
}

const open = (name: string) => person.sessions.getByRole('button', { name }).first().click()
const bar = () => person.page.getByRole('search', { name: 'Find in this chat' })
const count = (words: string) => bar().getByText(words, { exact: true }).waitFor()
/** The words of the current match; null while they are out of view. */
const seen = () =>
  person.page.evaluate(() => {
    const [range] = [...(CSS.highlights.get('found-here') ?? [])]
    const log = document.querySelector('[role="log"]')?.getBoundingClientRect()
    if (!(range instanceof Range) || log === undefined) return null
    const { top, bottom } = range.getBoundingClientRect()
    return top >= log.top && bottom <= log.bottom ? range.toString() : null
  })
const results = () => person.page.getByRole('listbox', { name: 'Results' })

describe('finding', () => {
  it('goes to a word in a tool result far up in a long chat, and back', async () => {
    await open('A long talk')
    await person.reads('twice a day')
    await person.message.focus()
    await person.page.keyboard.press('Control+f')
    await person.page.keyboard.type('zanzibar')
    await count('2 of 2')
    await person.page.keyboard.press('Enter')
    await count('1 of 2')
    await person.reads('60: the tide of Zanzibar')
    await inStoryLooks(story.desktop(), 'find.bar')
    await person.page.keyboard.press('F3')
    await count('2 of 2')
    await person.reads('twice a day')
    await person.page.keyboard.press('Escape')
    await bar().waitFor({ state: 'hidden' })
    await expect.poll(() => person.message.evaluate((box) => box === document.activeElement)).toBe(true)
  })

  it('counts the matches of one long answer and brings each into view', async () => {
    await open('A table')
    await person.reads('Line 59.')
    await person.page.keyboard.press('Control+f')
    await person.page.keyboard.type('remainder')
    await count('3 of 3')
    await expect.poll(seen).toBe('Remainder')
    await person.page.keyboard.press('Enter')
    await count('1 of 3')
    await expect.poll(seen).toBe('remainder')
    await person.reads('The remainder of ebb.')
    await inStoryLooks(story.desktop(), 'find.matches')
    await person.page.keyboard.press('Enter')
    await count('2 of 3')
    await expect.poll(seen).toBe('remainder')
    await person.page.keyboard.press('Shift+Enter')
    await count('1 of 3')
    await expect.poll(seen).toBe('remainder')
    await person.page.keyboard.press('Escape')
  })

  it('shows the part of a very long output in which the words stand, and those beside it', async () => {
    await open('A flood')
    await person.reads('Mostly sand.')
    await person.page.keyboard.press('Control+f')
    await person.page.keyboard.type('nautilus')
    await count('1 of 1')
    const parts = person.page.getByRole('group', { name: 'Parts of the output' })
    await parts.getByText('Part 8 of 9').waitFor()
    await person.page.getByText('a nautilus').waitFor()
    await person.button('Earlier', parts).click()
    await parts.getByText('Part 7 of 9').waitFor()
    await person.page.getByText('a nautilus').waitFor({ state: 'hidden' })
    await person.button('Close', bar()).click()
  })

  it('opens a chat at the place, found from another chat', async () => {
    await open('另一个对话')
    await person.reads('月球的引力')
    await person.page.keyboard.press('Control+Shift+F')
    await person.page.keyboard.type('tide of zanz')
    await results().getByRole('option').first().waitFor()
    await inStoryLooks(story.desktop(), 'find.chats')
    await person.page.keyboard.press('Enter')
    await person.reads('60: the tide of Zanzibar')
    await count('1 of 1')
    await person.button('Close', bar()).click()
  })

  it('opens what an agent of a chat said at its place', async () => {
    await person.page.keyboard.press('Control+Shift+F')
    await person.page.keyboard.type('barquentine')
    const found = results().getByRole('option', { name: /agent of A long talk/ })
    await found.waitFor()
    await inStoryLooks(story.desktop(), 'find.agents')
    await found.click()
    await person.page.getByRole('navigation', { name: 'Current agent' }).waitFor()
    await person.reads('A barquentine lies off the point.')
    await count('1 of 1')
    await person.button('Close', bar()).click()
  })

  it('finds Chinese, also on a branch that is not shown', async () => {
    await person.page.keyboard.press('Control+Shift+F')
    await person.page.keyboard.type('十二小时')
    await results()
      .getByRole('option', { name: /另一个对话/ })
      .click()
    await bar().getByText('This match is on another branch of the chat.').waitFor()
    await person.button('Show that branch', bar()).click()
    await person.reads('周期大约是十二小时二十五分。')
    await count('1 of 1')
  })
})
