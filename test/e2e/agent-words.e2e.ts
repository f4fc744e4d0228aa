import { beforeAll, describe, expect, it } from 'vitest'
import { type AnswerRules, byNewestWords } from '../support/answer-rules.ts'
import { takePicture } from '../support/desktop.ts'
import { keysAt } from '../support/desktop-keys.ts'
import { type Person, personAt } from '../support/desktop-person.ts'
import { secondWindow } from '../support/desktop-shell.ts'
import { tellStory } from '../support/desktop-story.ts'
import { CAN_FILL, fillDisk } from '../support/full-disk.ts'
import { callScript, createGate } from '../support/model-script.ts'
import { held } from '../support/rule-host.ts'

let gate = createGate()
const RULES: AnswerRules = [
  [
    'Begin',
    () => callScript([{ name: 'agent', args: { title: 'Looks', prompt: 'LOOK', background: true } }]),
  ],
  ['LOOK', () => held(gate, 'It is blue.')],
]
const story = tellStory({
  inOrder: true,
  withModel: true,
  server: { respond: byNewestWords(RULES, 'I have heard it.') },
})
let people: readonly [Person, Person]

const box = ({ page }: Person) => page.getByRole('textbox', { name: 'Message' })
const inView = ({ page }: Person) => page.getByRole('navigation', { name: 'Agent in view' })
const enter = async ({ page }: Person) =>
  page
    .getByRole('listbox', { name: 'Agents in the background' })
    .getByRole('option', { name: /Looks/ })
    .click()
/** What was said to the agent, in the order in which a window shows it. */
const heardIn = async (person: Person, word: RegExp) =>
  (await person.transcript()).flatMap((entry) => word.exec(entry)?.[0] ?? [])

beforeAll(async () => {
  const first = personAt((await story.start()).page)
  await first.addProject(story.project)
  await first.say('Begin.')
  await first.rests()
  const second = personAt(await secondWindow(story.desktop().app))
  await second.sessions.getByRole('button').first().click()
  people = [first, second]
  for (const person of people) {
    await enter(person)
    await inView(person).getByText('Looks').waitFor()
    await person.reads('LOOK')
  }
})

describe('an agent to which two windows speak', () => {
  it('hears what both say in the same moment, each once, and both show it in the same order', async () => {
    const [first, second] = people
    for (const round of [1, 2, 3]) {
      await box(first).fill(`left ${round}`)
      await box(second).fill(`right ${round}`)
      await Promise.all(people.map((person) => box(person).press('Enter')))
      for (const person of people) await expect.poll(() => box(person).inputValue()).toBe('')
    }
    gate.open()
    for (const person of people) await person.reads('I have heard it.')
    const words = await heardIn(first, /(left|right) \d/)
    expect(words.toSorted()).toEqual(['left 1', 'left 2', 'left 3', 'right 1', 'right 2', 'right 3'])
    expect(await heardIn(second, /(left|right) \d/)).toEqual(words)
    const bodies = story.server().requests.map(({ body }) => JSON.stringify(body))
    const asked = bodies.findLast((body) => body.includes('right 3')) ?? ''
    for (const word of words) expect(asked.split(word)).toHaveLength(2)
  })

  it('goes on once when both let it go on in the same moment', async () => {
    gate = createGate()
    const [first, second] = people
    await box(first).fill('LOOK again, north')
    await box(second).fill('LOOK again, south')
    await Promise.all(people.map((person) => box(person).press('Enter')))
    for (const person of people) await expect.poll(() => box(person).inputValue()).toBe('')
    gate.open()
    for (const person of people) {
      await expect.poll(() => heardIn(person, /north|south/)).toHaveLength(2)
      await inView(person).getByRole('img', { name: 'done', exact: true }).waitFor()
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
    await box(first).fill('Mind the rocks')
    await box(first).press('Enter')
    const alert = first.page.getByRole('alert').filter({ hasText: 'the disk is full' })
    await alert.waitFor()
    expect(await box(first).inputValue()).toBe('Mind the rocks')
    await free()
    await takePicture(first.page, 'agent-words.full')
    await box(first).press('Enter')
    await alert.waitFor({ state: 'detached' })
    for (const person of [first, second]) {
      await expect.poll(() => heardIn(person, /Mind the rocks/)).toEqual(['Mind the rocks'])
    }
    await keysAt(first.page).focusIs('Message')
  })
})
