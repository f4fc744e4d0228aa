import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventKindsIn, runsIn } from '../support/desktop/desktop-database.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { newestChat } from '../support/desktop/desktop-requests.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ inOrder: true, withModel: true })
const CLOSED = 'Orrery was closed during this run.'
let person: Person

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
  story.server().enqueue(textScript('Good to meet you.'))
  await person.say('Hello.')
  await person.reads('Good to meet you.')
  await person.rests()
})

const crashAndStart = async () => {
  await story.desktop().kill()
  person = personAt((await story.start()).page)
}

describe('after the plug was pulled', () => {
  it('has lost nothing that was stored and says what was cut off', async () => {
    story.server().enqueue({ steps: [{ do: 'text', text: 'It was a dark and' }, { do: 'hang' }] })
    await person.say('Tell me a story.')
    await person.reads('It was a dark and')
    const stored = eventKindsIn(story.home)
    await crashAndStart()
    await person.entries('Note').filter({ hasText: CLOSED }).waitFor()
    await person.reads('Good to meet you.')
    await person.reads('Tell me a story.')
    expect(runsIn(story.home).at(-1)).toEqual({ status: 'failed', reason: 'interrupted' })
    expect(eventKindsIn(story.home).slice(0, stored.length)).toEqual(stored)
  })

  it('goes on with the next message', async () => {
    story.server().enqueue(textScript('Where were we?'))
    await person.say('Go on.')
    await person.reads('Where were we?')
    expect(newestChat(story.server()).map(({ role, text }) => `${role}: ${text}`)).toEqual([
      'user: Hello.',
      'assistant: Good to meet you.',
      expect.stringMatching(/^user: Tell me a story\.[\s\S]*Go on\.$/),
    ])
    expect(runsIn(story.home).at(-1)).toEqual({ status: 'completed', reason: null })
  })

  it('has nothing of an answer whose first call had begun already, and Continue asks for it anew', async () => {
    const args = JSON.stringify({ path: 'README.md' })
    const look = { do: 'call', index: 0, id: 'call_look', name: 'read', args } as const
    const writing = {
      do: 'call',
      index: 1,
      id: 'call_write',
      name: 'write',
      args: '{"path":"made.txt"',
    } as const
    story.server().enqueue({ steps: [look, writing, { do: 'hang' }] })
    await person.say('Look, then write.')
    await person.entries('Tool Write').waitFor()
    await crashAndStart()
    await person.reads('Look, then write.')
    expect(await person.entries('Tool Read').count()).toBe(0)
    story
      .server()
      .enqueue({ steps: [look, { do: 'finish', reason: 'tool_calls' }] }, textScript('Looked, once.'))
    await person.button('Continue').click()
    await person.reads('Looked, once.')
    expect(await person.entries('Tool Read').count()).toBe(1)
    expect(await person.entries('Tool Write').count()).toBe(0)
    await person.rests()
  })

  it('still asks what it had asked, and runs the tool exactly once', async () => {
    story
      .server()
      .enqueue(
        callScript([{ name: 'bash', args: { command: 'echo once >> ran.txt' } }]),
        textScript('It has run.'),
      )
    await person.say('Run it.')
    await person.approval.waitFor()
    await crashAndStart()
    await person.approval.getByText('echo once >> ran.txt').waitFor()
    await person.button('Allow once', person.approval).click()
    await person.reads('It has run.')
    expect(await readFile(join(story.project, 'ran.txt'), 'utf8')).toBe('once\n')
    expect(runsIn(story.home).at(-1)).toEqual({ status: 'completed', reason: null })
    await person.approval.waitFor({ state: 'hidden' })
  })
})
