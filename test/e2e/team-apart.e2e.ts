import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { type Part, respondAs, takeIn, use } from '../support/hosts/team-script.ts'
import { createGate, textScript } from '../support/models/model-script.ts'

const within = { timeout: PATIENCE_MS }
const gate = createGate()

const lead: Part = (newest) => {
  if (newest.includes('Begin')) return use('team_create', { name: 'readers' })
  if (newest.includes('you lead it')) return takeIn('mira')
  return textScript(newest.includes('has joined') ? 'Mira reads.' : 'I wait.')
}

const FOLLOW = 'tail -f story.txt'

/** Reads a file, waits, reads it again until it can, and then follows it, twice. */
const mira: Part = (newest, { messages }) => {
  if (newest.includes('Take cards')) return use('read', { path: 'story.txt' })
  const calls = messages.filter(({ role }) => role === 'tool').length
  if (newest.includes('has ended before it was done') && calls === 2)
    return use('read', { path: 'story.txt' })
  if (calls > 2) return use('bash', { command: FOLLOW })
  const again = use('read', { path: 'story.txt' })
  if (!('steps' in again)) throw new Error('A call is told in steps.')
  return { steps: [{ do: 'text', text: 'Once more.' }, { do: 'wait', gate }, ...again.steps] }
}

const story = tellStory({ inOrder: true, withModel: true, server: { respond: respondAs({ lead, mira }) } })
let person: Person

const line = (words = 'Teammate tools') => person.page.getByRole('row').filter({ hasText: words })
/** The process that the line names. */
const shown = async (words?: string): Promise<number> => {
  const owner = line(words)
    .getByText(/process \d+( ·|$)/)
    .last()
  return Number(/process (\d+)( ·|$)/.exec((await owner.textContent()) ?? '')?.[1] ?? Number.NaN)
}
const startedBy = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
const isThere = (pid: number) => existsSync(`/proc/${pid}`)
const asked = () => JSON.stringify(story.server().requests.map(({ body }) => body))
let seen = Number.NaN

beforeAll(async () => {
  person = personAt((await story.start()).page)
  writeFileSync(join(story.project, 'story.txt'), 'Once upon a time.\n')
  await person.addProject(story.project)
})

describe('the tools of a teammate, in a process of their own', () => {
  it('are asked for in the settings', async () => {
    await person.goTo('Settings')
    await person.button('Chats').last().click()
    const apart = person.page.getByRole('switch', { name: 'Run tools of teammates in separate processes' })
    await apart.click()
    await expect.poll(() => apart.getAttribute('aria-checked'), within).toBe('true')
    await person.goTo('Chat')
  })

  it('stand in the list of processes with their owner', async () => {
    await person.say('Begin.')
    await person.reads('Mira reads.')
    await person.goTo('Agents')
    await person.button('Processes').click()
    await line().getByText('mira').waitFor()
    seen = await shown()
    expect(isThere(seen)).toBe(true)
  })

  it('hold up nothing else when they hang, and are ended there: the agent reads that and goes on', async () => {
    // The process is listed before its first call is done.
    await expect.poll(asked, within).toContain('Once upon a time.')
    process.kill(seen, 'SIGSTOP')
    gate.open()
    // The second call is on its way to a process that answers nothing, and the window goes on.
    await person.page.getByRole('navigation').getByRole('button', { name: /mira/ }).first().click()
    await person.page.getByText('Once more.').waitFor()
    await expect.poll(() => person.page.getByText('story.txt').count(), within).toBeGreaterThan(1)
    await person.goTo('Memory')
    await person.goTo('Agents')
    await person.button('Processes').click()
    await line().getByRole('button', { name: /^Stop/ }).click()
    await expect.poll(asked, within).toContain('has ended before it was done')
    await expect.poll(() => isThere(seen), within).toBe(false)
    await expect.poll(shown, within).not.toBe(seen)
    seen = await shown()
  })

  it('start its commands too, which end with the process', async () => {
    await line(FOLLOW).getByText('mira').waitFor()
    const command = await shown(FOLLOW)
    seen = await shown()
    expect(startedBy(command)).toBe(seen)
    process.kill(seen, 'SIGKILL')
    await expect.poll(() => isThere(command), within).toBe(false)
    await expect.poll(() => shown(FOLLOW), within).not.toBe(command)
  })

  it('leave nothing behind when the app is quit', async () => {
    await line(FOLLOW).getByText('mira').waitFor()
    const last = [await shown(), await shown(FOLLOW)]
    expect(last.map(isThere)).toEqual([true, true])
    await story.desktop().quit()
    await expect.poll(() => last.map(isThere), within).toEqual([false, false])
  })
})
