import { beforeAll, describe, expect, it } from 'vitest'
import { agentAt, tellAgentStory } from '../support/agent-story.ts'
import { takePicture } from '../support/desktop.ts'
import { keysAt } from '../support/desktop-keys.ts'
import { type Person, personAt } from '../support/desktop-person.ts'
import { secondWindow } from '../support/desktop-shell.ts'
import { CAN_FILL, fillDisk } from '../support/full-disk.ts'

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
