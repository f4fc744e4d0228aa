import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktopEnvironment, electronCommand } from '../support/desktop/desktop.ts'
import { eventKindsIn, readDatabase } from '../support/desktop/desktop-database.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { type Script, textScript } from '../support/models/model-script.ts'

describe('a model server that fails', () => {
  const story = tellStory({ withModel: true })
  let person: Person
  let count = 0

  beforeAll(async () => {
    person = personAt((await story.start()).page)
    await person.addProject(story.project)
  })

  const failing: readonly [string, Script, RegExp][] = [
    [
      'refuses the key',
      { status: 401, body: { error: { message: 'Who are you?' } } },
      /wants an API key and none is set for this model.*The server says: “Who are you\?”/,
    ],
    [
      'has no such model',
      { status: 404, body: { error: { message: 'model not found' } } },
      /does not have the model/,
    ],
    [
      'fails inside',
      { status: 500, body: { error: { message: 'Out of order' } } },
      /failed while answering with .*HTTP 500/,
    ],
    ['is overloaded', { status: 529, body: 'busy' }, /is overloaded or still loading/],
    ['sends a web page', { status: 200, body: '<!doctype html><title>Hello</title>' }, /127\.0\.0\.1/],
    ['sends what is no JSON', { steps: [{ do: 'raw', text: 'data: {"half\n\n' }] }, /127\.0\.0\.1/],
    ['goes away before the first word', { steps: [{ do: 'drop' }] }, /The connection to .* was lost/],
    [
      'goes away in the middle',
      { steps: [{ do: 'text', text: 'Half of it' }, { do: 'drop' }] },
      /The connection to .* was lost|ended/,
    ],
  ]

  it.each(failing)(
    'is told in words when it %s, and the next message works',
    async (_what, script, sentence) => {
      // What can pass is tried four times, and the rest of an answer is asked for once.
      story.server().enqueue(script, script, script, script)
      await person.say(`Question ${++count}.`)
      const newest = person.conversation.getByRole('article').last()
      await expect.poll(() => newest.textContent(), { timeout: 20_000 }).toMatch(sentence)
      await person.rests()
      story.server().forget()
      story.server().enqueue(textScript(`Answer ${count}.`))
      await person.say('Again, please.')
      await person.reads(`Answer ${count}.`)
      await person.rests()
    },
  )

  it('is waited for as long as it asks, while the window says so', async () => {
    const limited: Script = {
      status: 429,
      headers: { 'retry-after': '2' },
      body: { error: { message: 'Slow down' } },
    }
    story.server().enqueue(limited, textScript('Thank you for waiting.'))
    await person.say('Are you busy?')
    await person.page.getByText(/Rate limit reached.*Retrying in \d s/).waitFor()
    await person.reads('Thank you for waiting.')
  })

  it('that says nothing can be stopped, and the next message works', async () => {
    story.server().enqueue({ silent: true })
    await person.say('Hello?')
    await person.stop.click()
    await person.rests()
    story.server().enqueue(textScript('Here I am.'))
    await person.say('Hello again?')
    await person.reads('Here I am.')
  })
})

describe('a disk that is full', () => {
  const story = tellStory()
  const home = join(story.folder, 'small disk')
  let person: Person
  const isMounted = () => execFileSync('mount', { encoding: 'utf8' }).includes(home)

  beforeAll(async () => {
    mkdirSync(home)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=0700', 'tmpfs', home])
    writeFileSync(join(home, 'config.toml'), modelLines(story.server().baseUrl))
    person = personAt((await story.start({ home })).page)
    await person.addProject(story.project)
    story.server().enqueue(textScript('There is room.'))
    await person.say('Is there room?')
    await person.reads('There is room.')
    await person.rests()
  })
  afterAll(async () => {
    await story.desktop().kill()
    if (isMounted()) execFileSync('umount', ['-l', home])
  })

  it('is told in words, and nothing that was stored is lost', async () => {
    const stored = eventKindsIn(home)
    fill(join(home, 'ballast'))
    story.server().enqueue(textScript('Never stored.'))
    await person.say('And now?')
    await person.page
      .getByText(/the disk is full or not writable/)
      .first()
      .waitFor()
    expect(eventKindsIn(home).slice(0, stored.length)).toEqual(stored)
    await expect.poll(() => person.message.inputValue()).toBe('And now?')
  })

  it('is forgotten as soon as there is room again', async () => {
    rmSync(join(home, 'ballast'))
    story.server().forget()
    story.server().enqueue(textScript('Room again.'))
    await person.message.press('Enter')
    await person.reads('Room again.')
    // What was not taken is not there either.
    expect(await person.page.getByText('And now?', { exact: true }).count()).toBe(1)
    expect(
      readDatabase<{ check: string }>(home, 'SELECT quick_check AS "check" FROM pragma_quick_check'),
    ).toEqual([{ check: 'ok' }])
  })
})

describe('a start that goes wrong', () => {
  const story = tellStory()

  it('keeps going with a broken config.toml, says where it is broken and opens the line', async () => {
    story.write('home/config.toml', 'permissionMode = "ask"\n[runs]\nmaxTurns = "many"\n')
    // An editor that writes down how it was started.
    story.write('bin/code', `#!/bin/sh\nprintf '%s ' "$@" > "$(dirname "$0")/started"\n`)
    chmodSync(join(story.folder, 'bin', 'code'), 0o755)
    const editor = { PATH: `${join(story.folder, 'bin')}:${process.env['PATH']}`, VISUAL: 'code --wait' }
    const person = personAt((await story.start({ env: editor })).page)
    await person.page
      .getByText(/runs\.maxTurns \(config\.toml, line 3\).*The last valid settings stay in use\./)
      .waitFor()
    await person.page.getByRole('heading', { name: 'Start with a folder' }).waitFor()
    await person.button('Open line 3').click()
    const started = join(story.folder, 'bin', 'started')
    await expect
      .poll(() => (existsSync(started) ? readFileSync(started, 'utf8').trim() : ''))
      .toBe(`-g ${join(story.home, 'config.toml')}:3`)
    story.write('home/config.toml', 'permissionMode = "ask"\n')
    await person.page.getByText(/The last valid settings stay in use\./).waitFor({ state: 'hidden' })
    await story.desktop().quit()
  })

  it('refuses a database of a newer version in words, leaves it as it is and ends with 1', async () => {
    const file = join(story.home, 'data', 'orrery.db')
    const db = new BetterSqlite3(file)
    db.pragma('user_version = 999')
    db.close()
    const { file: electron, args } = electronCommand()
    const env = desktopEnvironment({ home: story.home, env: { HOME: story.person } })
    const failed = runToEnd(electron, args, env)
    expect(failed).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('This database was written by a newer Orrery'),
    })
    expect(existsSync(file)).toBe(true)
    const kept = new BetterSqlite3(file, { readonly: true })
    expect(kept.pragma('user_version', { simple: true })).toBe(999)
    kept.close()
  })
})

/** Writes until not a byte more fits. */
function fill(file: string): void {
  for (const size of [1 << 20, 1 << 14, 1 << 10, 1]) {
    for (;;) {
      try {
        writeFileSync(file, Buffer.alloc(size, 7), { flag: 'a' })
      } catch {
        // Full for this size; smaller pieces may still fit.
        break
      }
    }
  }
}

function runToEnd(file: string, args: readonly string[], env: Record<string, string>) {
  try {
    execFileSync(file, [...args], { env, timeout: 30_000, stdio: 'pipe' })
    return { status: 0, stderr: '' }
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: Buffer }
    return { status, stderr: stderr.toString() }
  }
}
