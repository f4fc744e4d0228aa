import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MemoryScope } from '#shared/memory/memory.ts'
import { openDatabase } from '../../src/main/database/open-database.ts'
import { silentLogger } from '../../src/main/lib/logger.ts'
import { createMemoryRows, type Write } from '../../src/main/memory/rows.ts'
import { countingIds } from '../support/data/counting-ids.ts'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { conceptVector } from '../support/models/concept-vectors.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'
import { memoriesAt } from '../support/stories/memory-person.ts'

const within = { timeout: PATIENCE_MS }
/** Texts the server was sent, and whether it answers. */
const embedded: string[] = []
let answers = true
/** From this many texts on the server keeps the app waiting, until the gate opens. */
let holdAt = Number.POSITIVE_INFINITY
const gate = createGate()

const story = tellStory({
  withModel: true,
  inOrder: true,
  server: {
    embed: async (texts) => {
      if (!answers) return { status: 500, body: { error: { message: 'Out of order.' } } }
      if (embedded.length >= holdAt) await gate.passed
      embedded.push(...texts)
      return texts.map(conceptVector)
    },
  },
})
let person: Person
let keys: ReturnType<typeof keysAt>
let memories: ReturnType<typeof memoriesAt>

/** Enough for several requests. */
const BUOYS = 100

/** Puts memories where the app will find them with its first start. */
function remember(): void {
  const data = join(story.home, 'data')
  mkdirSync(data, { recursive: true })
  const db = openDatabase({
    file: join(data, 'orrery.db'),
    backups: tmpdir(),
    now: Date.now,
    logger: silentLogger,
  })
  const newId = countingIds()
  const scope: MemoryScope = { level: 'user' }
  const write = (key: string, content: string, at: number): Write => ({
    id: newId('memory'),
    changeId: newId('memoryChange'),
    act: 'imported',
    author: 'import',
    at,
    scope,
    removed: false,
    source: null,
    text: { key, content, tags: [] },
  })
  const buoys = Array.from({ length: BUOYS }, (_, at) => write(`buoy ${at}`, `Buoy ${at} is green.`, at))
  createMemoryRows(db).write([...buoys, write('mole', 'The harbour closes at dusk.', BUOYS)])
  db.close()
}

const open = async () => {
  person = personAt((await story.start()).page)
  keys = keysAt(person.page)
  memories = memoriesAt(person, story)
}

beforeAll(async () => {
  remember()
  await open()
  await person.addProject(story.project)
})

const group = () => person.page.getByRole('region', { name: 'Semantic search' })
const progress = () => group().getByRole('status')
const sentBuoys = () => embedded.filter((text) => text.startsWith('buoy'))

const openSettings = async () => {
  await person.goTo('Settings')
  await person.page
    .getByRole('navigation', { name: 'Settings sections' })
    .getByRole('button', { name: 'Memory' })
    .click()
  await group().waitFor()
}
describe('what is remembered', () => {
  it('is sent nowhere while nobody chose a model for it', async () => {
    await memories.asks('Which haven is shut in the evening?', 'I do not know.')
    expect(memories.lastRequest()).not.toContain('dusk')
    await openSettings()
    await group().getByText('Nothing is sent anywhere').waitFor()
    await inStoryLooks(story.desktop(), 'meaning.off')
    expect(embedded).toEqual([])
  })

  it('is embedded by a model that is chosen with the keyboard, and a stop in the middle holds', async () => {
    holdAt = 40
    await group().getByRole('combobox', { name: 'Embeddings server' }).focus()
    await keys.press('Enter')
    await keys.pressUntil('ArrowDown', /127\.0\.0\.1/)
    await keys.press('Enter')
    await group()
      .getByText(/are sent to 127\.0\.0\.1/)
      .waitFor()
    await keys.pressUntil('Tab', /^Embeddings model$/)
    await keys.type('concepts')
    await keys.press('Enter')
    await expect.poll(() => progress().textContent(), within).toBe('32 of 101 texts')
    await person.button('Stop', group()).click()
    await expect.poll(() => progress().textContent(), within).toBe('Stopped at 32 of 101 texts')
    await person.button('Resume', group()).click()
    await expect.poll(() => progress().textContent(), within).toBe('32 of 101 texts')
  })

  it('goes on after the plug was pulled, and what was embedded is not sent again', async () => {
    const before = new Set(sentBuoys())
    expect(before.size).toBeGreaterThan(0)
    await story.desktop().kill()
    embedded.length = 0
    holdAt = Number.POSITIVE_INFINITY
    await open()
    await openSettings()
    await expect.poll(() => progress().textContent(), within).toBe('All 101 texts')
    expect(sentBuoys().filter((text) => before.has(text))).toEqual([])
    expect(before.size + sentBuoys().length).toBe(BUOYS)
  })

  it('comes to mind by a question that shares no word with it', async () => {
    await person.goTo('Chat')
    await memories.newChat()
    await memories.asks('Which haven is shut in the evening?', 'The one that closes at dusk.')
    expect(memories.lastRequest()).toContain('> The harbour closes at dusk.')
    await memories.recalled.click()
    const list = person.page.getByRole('list', { name: 'Recalled memories' })
    await list.getByText('Similar meaning').waitFor()
    await inStoryLooks(story.desktop(), 'meaning.recalled')
  })

  it('is found by somebody who types a word that does not stand in it', async () => {
    await person.goTo('Memory')
    await memories.search.fill('haven')
    const mole = memories.found.filter({ hasText: 'The harbour closes at dusk.' })
    await mole.getByText(/^by meaning [01]\.\d\d$/).waitFor()
    await memories.search.fill('dusk')
    await expect.poll(() => memories.found.count(), within).toBe(1)
    await mole.getByText(/^by meaning/).waitFor({ state: 'hidden' })
    await memories.search.fill('')
  })

  it('is found by words alone, and that is said, when the server fails', async () => {
    answers = false
    await person.goTo('Chat')
    await memories.newChat()
    story
      .server()
      .enqueue(
        callScript([{ name: 'memory_search', args: { query: 'Where do ships find a haven by night?' } }]),
        textScript('Nothing fits.'),
      )
    await person.say('Look it up.')
    await person.reads('Nothing fits.')
    await person.rests()
    expect(memories.lastRequest()).toContain(
      'Only words were compared: the embeddings model could not be asked.',
    )
    await person.goTo('Chat')
    await memories.newChat()
    await memories.asks('When does the harbour close today?', 'At dusk.')
    await memories.recalled.click()
    await person.page.getByText('Only keywords were compared', { exact: false }).first().waitFor()
  })
})

describe('two memories of one meaning', () => {
  it('are seen side by side, whatever their keys are, and one can go', async () => {
    answers = true
    await person.goTo('Memory')
    await person.button('Add memory').click()
    await memories.detail.getByRole('textbox', { name: 'Key' }).fill('opening times')
    await memories.detail
      .getByRole('textbox', { name: 'What to remember' })
      .fill('The haven is open all night.')
    await person.button('Save', memories.detail).click()
    await openSettings()
    await expect.poll(() => progress().textContent(), within).toBe('All 102 texts')
    await person.goTo('Memory')
    await memories.search.fill('opening')
    await memories.found.first().click()
    const beside = memories.detail.getByRole('region', { name: 'Conflicts and duplicates' })
    await beside.getByText('The harbour closes at dusk.').waitFor()
    await inStoryLooks(story.desktop(), 'meaning.beside')
    await person.button(/^Keep this one: mole/, beside).click()
    await beside.waitFor({ state: 'hidden' })
    await memories.search.fill('')
  })
})

describe('a page', () => {
  it('is found by meaning, and only there is it said how', async () => {
    await person.goTo('Memory')
    await person.page.getByRole('option', { name: /^Knowledge pages/ }).click()
    await person.button('Add page').first().click()
    await person.page.getByRole('textbox', { name: 'Title' }).fill('Lights')
    await person.page
      .getByRole('textbox', { name: 'Text', exact: true })
      .fill('The beacon on the cape burns all night.')
    await person.button('Save').click()
    await openSettings()
    await expect.poll(() => progress().textContent(), within).toBe('All 102 texts')
    await person.goTo('Memory')
    await person.page.getByRole('option', { name: /^Knowledge pages/ }).click()
    await person.page.getByRole('searchbox', { name: 'Search pages' }).fill('lighthouse')
    await person.page
      .getByRole('listbox', { name: 'Pages' })
      .getByRole('option', { name: /Lights.*by meaning/ })
      .waitFor()
    await person.goTo('Chat')
    await memories.newChat()
    story
      .server()
      .enqueue(
        callScript([{ name: 'retrieve', args: { query: 'Which lighthouse can sailors trust?' } }]),
        textScript('The one on the cape.'),
      )
    await person.say('Which one?')
    await person.reads('The one on the cape.')
    await person.rests()
    expect(memories.lastRequest()).toMatch(/by meaning · “Lights”/)
  })
})
