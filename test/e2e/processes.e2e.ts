import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { left, processesWith, treeOf } from '../support/desktop/desktop-processes.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true })
const WORD = `4711.${process.pid}`
let person: Person

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

const treeOfApp = () => treeOf(story.desktop().app.process().pid ?? 0)
const keepers = () => treeOfApp().filter(({ command }) => command.includes('orrery-keeper'))

const startCommand = async () => {
  story.server().enqueue(callScript([{ name: 'bash', args: { command: `sleep ${WORD} & sleep ${WORD}` } }]))
  await person.say('Wait a long time.')
  await person.button('Allow once', person.approval).click()
  await expect.poll(() => processesWith(WORD).length, { timeout: 10_000 }).toBeGreaterThan(1)
  // It begins after the program, and nobody waits for it.
  await expect.poll(keepers).toHaveLength(1)
}

describe('the app itself', () => {
  it('is made of processes and threads that are named for what they are', async () => {
    await person.goTo('Agents')
    await person.button('Processes').click()
    const { page } = person
    const own = page.getByRole('table', { name: 'Orrery processes' })
    for (const name of ['Main process', 'Window', 'Graphics', 'Network']) {
      await own.getByRole('row').filter({ hasText: name }).first().waitFor()
    }
    await page
      .getByRole('table', { name: 'Threads of the main process' })
      .getByRole('row')
      .filter({ hasText: 'Search index' })
      .waitFor()
    expect(await own.getByText('--type=').count()).toBe(0)
    await person.goTo('Chat')
  })

  it('has a thread more for the log of the database once much was stored', async () => {
    for (const round of [1, 2, 3, 4, 5, 6]) {
      // Each call differs: a model that repeats itself is stopped.
      const looks = Array.from({ length: 8 }, (_, at) =>
        callScript([{ name: 'grep', args: { pattern: `word ${round} ${at}` } }]),
      )
      story.server().enqueue(...looks, textScript(`Looked in round ${round}.`))
      await person.say('Look often.')
      await person.reads(`Looked in round ${round}.`)
      await person.rests()
    }
    await person.goTo('Agents')
    await person.button('Processes').click()
    await person.page
      .getByRole('table', { name: 'Threads of the main process' })
      .getByRole('row')
      .filter({ hasText: 'Log writer' })
      .waitFor()
    await person.goTo('Chat')
  })
})

describe('the programs a command started', () => {
  it('end with the run that is stopped, and soon nobody keeps them any more', async () => {
    await startCommand()
    await person.stop.click()
    await person.rests()
    expect(processesWith(WORD)).toEqual([])
    await expect.poll(keepers, { timeout: 60_000 }).toEqual([])
  })

  it('are one line of the process panel, and end with its Stop', async () => {
    await startCommand()
    story.server().enqueue(textScript('It was ended.'))
    await person.goTo('Agents')
    await person.button('Processes').click()
    const line = person.page.getByRole('row').filter({ hasText: `sleep ${WORD} &` })
    await line.getByText('processes').waitFor()
    await line.getByRole('button', { name: /^Stop/ }).click()
    await line.waitFor({ state: 'detached' })
    expect(processesWith(WORD)).toEqual([])
    await person.goTo('Chat')
    await person.reads('It was ended.')
    await person.rests()
  })

  it('end with the app that is quit, as does all it is made of', async () => {
    await startCommand()
    const all = treeOfApp()
    await story.desktop().quit()
    expect(processesWith(WORD)).toEqual([])
    await expect.poll(() => left(all)).toEqual([])
  })

  it('are gone at the latest when the app is started again after it was killed together with the keeper', async () => {
    person = personAt((await story.start()).page)
    await startCommand()
    for (const { pid } of keepers()) process.kill(pid, 'SIGKILL')
    await story.desktop().kill()
    expect(processesWith(WORD).length).toBeGreaterThan(1)
    person = personAt((await story.start()).page)
    await person.conversation.waitFor()
    await expect.poll(() => processesWith(WORD), { timeout: 5_000 }).toEqual([])
  })
})
