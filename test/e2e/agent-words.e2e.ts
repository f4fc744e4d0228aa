import { beforeAll, describe, expect, it } from 'vitest'
import { takePicture } from '../support/desktop/desktop.ts'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { holdCalls, secondWindow } from '../support/desktop/desktop-shell.ts'
import { CAN_FILL, fillDisk } from '../support/disk/full-disk.ts'
import { agentAt, tellAgentStory } from '../support/stories/agent-story.ts'

const story = tellAgentStory()
let people: readonly [Person, Person]

/** What was said to the agent, in the order in which a window shows it. */
const heardIn = async (person: Person, word: RegExp) =>
  (await person.transcript()).flatMap((entry) => word.exec(entry)?.[0] ?? [])

beforeAll(async () => {
  const first = await story.begin()
  const second = personAt(await secondWindow(story.desktop().app))
  await second.sessions.getByRole('button').first().click()
  people = [first, second]
  for (const person of people) {
    await agentAt(person).enter()
    await person.reads('LOOK')
  }
})

describe('an agent to which two windows speak', () => {
  it('hears what both say in the same moment, each once, and both show it in the same order', async () => {
    const [first, second] = people
    for (const round of [1, 2, 3]) {
      await first.message.fill(`left ${round}`)
      await second.message.fill(`right ${round}`)
      await Promise.all(people.map((person) => person.message.press('Enter')))
      for (const person of people) await expect.poll(() => person.message.inputValue()).toBe('')
    }
    story.openGate()
    for (const person of people) await person.reads('I have heard it.')
    const words = await heardIn(first, /(left|right) \d/)
    expect(words.toSorted()).toEqual(['left 1', 'left 2', 'left 3', 'right 1', 'right 2', 'right 3'])
    expect(await heardIn(second, /(left|right) \d/)).toEqual(words)
    const asked = story.sent().findLast((body) => body.includes('right 3')) ?? ''
    for (const word of words) expect(asked.split(word)).toHaveLength(2)
  })

  it('goes on once when both let it go on in the same moment', async () => {
    story.newGate()
    const [first, second] = people
    await first.message.fill('LOOK again, north')
    await second.message.fill('LOOK again, south')
    await Promise.all(people.map((person) => person.message.press('Enter')))
    for (const person of people) await expect.poll(() => person.message.inputValue()).toBe('')
    story.openGate()
    for (const person of people) {
      await expect.poll(() => heardIn(person, /north|south/)).toHaveLength(2)
      await agentAt(person).stands('done')
    }
    const words = await heardIn(first, /north|south/)
    expect(words.toSorted()).toEqual(['north', 'south'])
    expect(await heardIn(second, /north|south/)).toEqual(words)
  })
})

/** The words that wait for the agent, as a window shows them. */
const waitingIn = async (person: Person) =>
  (await agentAt(person).waiting.getByRole('listitem').allTextContents()).map(
    (row) => /shoal (one|two|three|four)( in the (left|right))?/.exec(row)?.[0] ?? row,
  )
const pressIn = (name: string, words: string) => (person: Person) =>
  person.button(name, agentAt(person).row(words)).click()
/** Lets both do something before the app has heard of either. */
const atOnce = async (call: string, act: (person: Person, at: number) => Promise<void>) => {
  const pass = await holdCalls(story.desktop().app, call)
  for (const [at, person] of people.entries()) await act(person, at)
  await pass()
}
const bothWait = (words: readonly string[]) =>
  Promise.all(people.map((person) => expect.poll(() => waitingIn(person)).toEqual(words)))

describe('words for an agent that wait in two windows', () => {
  it('are taken out by both in the same moment, and neither is told that it was too late', async () => {
    const [first] = people
    story.newGate()
    await first.say('LOOK once more')
    for (const person of people) await agentAt(person).stands('running')
    for (const words of ['shoal one', 'shoal two', 'shoal three', 'shoal four']) {
      await first.say(words)
      await agentAt(first).row(words).waitFor()
    }
    await bothWait(['shoal one', 'shoal two', 'shoal three', 'shoal four'])
    await atOnce('queue.delete', pressIn('Remove queued message', 'shoal one'))
    await atOnce('queue.delete', pressIn('Remove queued message', 'shoal three'))
    await bothWait(['shoal two', 'shoal four'])
    for (const { page } of people) expect(await page.getByRole('alert').allTextContents()).toEqual([])
  })

  it('are changed by both in the same moment, and both show the same', async () => {
    await atOnce('queue.update', async (person, at) => {
      await pressIn('Edit queued message', 'shoal two')(person)
      const edit = person.page.getByRole('textbox', { name: 'Edit queued message' })
      await edit.fill(at === 0 ? 'shoal two in the left' : 'shoal two in the right')
      await edit.press('Enter')
    })
    // Whoever was the last to be heard.
    await bothWait(['shoal two in the right', 'shoal four'])
    for (const { page } of people) expect(await page.getByRole('alert').allTextContents()).toEqual([])
  })

  it('leave in the message box what one window writes while the other takes them out', async () => {
    const [first, second] = people
    await pressIn('Edit queued message', 'shoal four')(first)
    await first.page.getByRole('textbox', { name: 'Edit queued message' }).fill('shoal four in the left')
    await pressIn('Remove queued message', 'shoal four')(second)
    await expect.poll(() => first.message.inputValue()).toBe('shoal four in the left')
    await first.page.getByRole('alert').filter({ hasText: 'This message is no longer queued' }).waitFor()
    await bothWait(['shoal two in the right'])
    await first.message.fill('')
  })

  it('are heard once, as both have left them, and nothing else', async () => {
    story.openGate()
    for (const person of people) {
      await agentAt(person).stands('done')
      await expect.poll(() => heardIn(person, /shoal .+?(left|right)/)).toEqual(['shoal two in the right'])
      await agentAt(person).waiting.waitFor({ state: 'detached' })
    }
    const asked = story.sent().findLast((body) => body.includes('shoal')) ?? ''
    expect(asked.split('shoal two in the right')).toHaveLength(2)
    expect(story.sent().join()).not.toMatch(/shoal (one|three|four|two in the left)/)
  })
})

describe.runIf(CAN_FILL)('words for an agent on a full disk', () => {
  it('stay where they were written, with a sentence, and are heard once there is room', async () => {
    const [first, second] = people
    const { app } = story.desktop()
    const free = await fillDisk(app.process().pid ?? 0)
    await first.message.fill('Mind the rocks')
    await first.message.press('Enter')
    const alert = first.page.getByRole('alert').filter({ hasText: 'the disk is full' })
    await alert.waitFor()
    expect(await first.message.inputValue()).toBe('Mind the rocks')
    await free()
    await takePicture(first.page, 'agent-words.full')
    await first.message.press('Enter')
    await alert.waitFor({ state: 'detached' })
    for (const person of [first, second]) {
      await expect.poll(() => heardIn(person, /Mind the rocks/)).toEqual(['Mind the rocks'])
    }
    await keysAt(first.page).focusIs('Message')
  })
})
