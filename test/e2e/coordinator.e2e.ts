import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import type { SentRequest } from '../support/hosts/agent-host.ts'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import { inboxAt } from '../support/stories/inbox-person.ts'

const within = { timeout: PATIENCE_MS }
const call = (name: string, args: unknown, text = '') => callScript([{ name, args }], text)
const give = (...tasks: readonly Record<string, unknown>[]) =>
  callScript(tasks.map((args) => ({ name: 'agent', args })))
const tide = 'src/tide.ts'
const change = (from: number, to: number) =>
  call('edit', { path: tide, old_text: `HOURS = ${from}`, new_text: `HOURS = ${to}` })

/** What the coordinator says, by what it has heard so far. */
function coordinate(all: string, newest: string): Script {
  const heard = (...words: readonly string[]) => words.every((word) => all.includes(word))
  if (newest.includes('has started')) return textScript('It is under way.')
  if (heard('PROOF'))
    return textScript('The tide came an hour early. It takes 13 hours now, which was checked.')
  if (heard('SET TO 13')) return give({ title: 'Check the change', prompt: 'VERIFY it.', agent: 'review' })
  if (heard('SET TO 14')) return give({ title: 'Implement', prompt: 'TAKE 13, not 14.', resume: lostId(all) })
  if (newest.includes('Go on')) return give({ title: 'Implement', prompt: 'GO AT IT.', resume: lostId(all) })
  if (heard('SUMS ARE OFF', 'DISPLAY IS FINE'))
    return call(
      'agent',
      { title: 'Implement', prompt: 'IMPLEMENT: make it 13 hours.' },
      'The cause is the period: it says 12 hours and should say 13.',
    )
  if (heard('SUMS ARE OFF') || heard('DISPLAY IS FINE')) return textScript('One has reported.')
  return give(
    { title: 'Investigate the sums', prompt: 'LOOK at the sums.' },
    { title: 'Investigate the display', prompt: 'WATCH the display.' },
  )
}

/** What an agent does, by the newest thing it was told. */
const WORK: readonly (readonly [word: string, script: (all: string) => Script])[] = [
  ['LOOK at', (all) => call('write', { path: `${scratchIn(all)}/sums.md`, content: 'Twelve.' })],
  ['sums.md', () => call('bash', { command: 'touch sums.txt' })],
  ['WATCH the', () => call('bash', { command: 'touch display.txt' })],
  ['GO AT IT', () => call('read', { path: tide })],
  ['TAKE 13', () => change(14, 13)],
  ['IMPLEMENT', () => ({ steps: [{ do: 'text', text: 'I begin.' }, { do: 'hang' }] })],
  ['HOURS = 12', () => change(12, 14)],
  ['VERIFY', () => call('read', { path: tide })],
]

function work(all: string, newest: string): Script {
  if (all.includes('VERIFY') && newest.includes('HOURS = 13')) return textScript('PROOF: it says 13.')
  const found = WORK.find(([word]) => newest.includes(word))
  if (found !== undefined) return found[1](all)
  if (all.includes('TAKE 13')) return textScript('SET TO 13.')
  if (all.includes('GO AT IT')) return textScript('SET TO 14.')
  return textScript(all.includes('LOOK at') ? 'SUMS ARE OFF by one.' : 'DISPLAY IS FINE.')
}

const scratchIn = (all: string) => /other agents of this chat: (.*?)\. You may/.exec(all)?.[1] ?? ''
const lostId = (all: string) => /resume: \\+"(ses_[a-z0-9]+)/.exec(all)?.[1] ?? 'none'

const story = tellStory({
  inOrder: true,
  withModel: true,
  server: {
    respond: ({ body }) => {
      const { messages } = body as SentRequest
      const [system, all, newest] = [messages[0], messages.slice(1), messages.at(-1)].map((part) =>
        JSON.stringify(part),
      )
      const said = system?.includes('You are the coordinator') ? coordinate : work
      return said(all ?? '', newest ?? '')
    },
  },
})
let person: Person
let keys: ReturnType<typeof keysAt>

const start = async () => {
  person = personAt((await story.start()).page)
  keys = keysAt(person.page)
}
const look = (name: string) => inStoryLooks({ app: story.desktop().app, page: person.page }, name)
const mark = () => person.page.getByRole('status').filter({ hasText: 'Coordinator mode' })
const made = (name: string) => existsSync(join(story.project, name))
const card = (title: string) => person.entries('Tool Agent').filter({ hasText: title })
const state = (title: string, word: string) =>
  card(title).first().getByRole('img', { name: word, exact: true }).waitFor()

beforeAll(async () => {
  await start()
  await person.addProject(story.project)
})

describe('a complex fault, with a coordinator', () => {
  it('is turned on with a command that completes, and shows above the message', async () => {
    await person.message.fill('/coor')
    await person.page.getByRole('option', { name: /\/coordinator/ }).waitFor()
    await look('coordinator.command')
    await keys.press('Enter')
    await expect.poll(() => person.message.inputValue()).toMatch(/^\/coordinator ?$/)
    await person.page.getByRole('option', { name: /\/coordinator/ }).waitFor({ state: 'hidden' })
    await keys.press('Enter')
    await mark().waitFor()
    await person.reads('Coordinator continues from here')
  })

  it('is split between agents that work in the background and ask in the inbox', async () => {
    await person.say('The clock is late. Find out why and mend it.')
    await person.reads('It is under way.')
    await state('Investigate the sums', 'waiting for you')
    await state('Investigate the display', 'waiting for you')
    await person.goTo('Agents')
    const inbox = inboxAt(person, keys)
    await inbox.shows('touch sums.txt')
    await inbox.enter()
    await inbox.answer('once', 'touch sums.txt', 'touch display.txt')
    await expect.poll(() => made('sums.txt') && made('display.txt'), within).toBe(true)
    await person.goTo('Chat')
  })

  it('is understood by the coordinator, which says the cause before it hands on', async () => {
    await person.reads('The cause is the period: it says 12 hours and should say 13.')
    await person.page
      .getByRole('listbox', { name: 'Agents in the background' })
      .getByRole('option', { name: /Implement/ })
      .waitFor()
    await person.rests()
  })

  it('survives a kill in the middle: the mode, what was found, and the way on', async () => {
    await story.desktop().kill()
    await start()
    await mark().waitFor()
    await person.reads('The cause is the period: it says 12 hours and should say 13.')
    await person.say('Go on.')
    await person.approval.waitFor()
    await look('coordinator.asks')
    await person.button('Allow for this session', person.approval).click()
  })

  it('is corrected by a word to the agent that did it, checked by another, and reported', async () => {
    await person.reads('The tide came an hour early. It takes 13 hours now, which was checked.')
    expect(readFileSync(join(story.project, tide), 'utf8')).toContain('PERIOD_HOURS = 13')
    await person.rests()
    await look('coordinator.reports')
    const tools = story
      .server()
      .requests.map(({ body }) => body as SentRequest)
      .filter(({ messages }) => JSON.stringify(messages?.[0])?.includes('You are the coordinator'))
      .map((request) => request.tools?.map((tool) => tool.function.name).join())
    expect(new Set(tools)).toEqual(new Set(['agent,stop_agent']))
  })

  it('is turned off where it shows', async () => {
    await person.button('Turn off').click()
    await person.reads('Build continues from here')
    await expect.poll(() => mark().count(), within).toBe(0)
  })
})
