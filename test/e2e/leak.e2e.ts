import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import keytar from 'keytar'
import { describe, expect, it } from 'vitest'
import { readDatabase, runsIn } from '../support/desktop/desktop-database.ts'
import { formsIn, noteMessages, pageContents, searchFiles } from '../support/desktop/desktop-leaks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

// Nothing a pattern for keys would know: only a vault that tells everybody what to hide can hide it.
const MARKER = 'Perth+quokka/7 wombat=Ünï?&zz'
const story = tellStory({ inOrder: true })
const messages = join(story.folder, 'messages.jsonl')
let person: Person

describe('a secret that is used and spoken of', () => {
  it('is put into the keychain through the window', async () => {
    story.write('home/config.toml', modelLines(story.server().baseUrl, 'apiKeyRef = "vault:marker"'))
    const desktop = await story.start()
    person = personAt(desktop.page)
    await person.addProject(story.project)
    await noteMessages(desktop.app, messages)
    await person.goTo('Vault')
    await person.button('Add secret').click()
    await person.page.getByRole('textbox', { name: 'Name', exact: true }).fill('marker')
    await person.page.getByLabel('Value', { exact: true }).fill(MARKER)
    await person.button('Save').click()
    // Its name stands there before, as that of a key a model waits for.
    const secrets = person.page.getByRole('table', { name: 'Secrets' })
    await secrets.getByRole('button', { name: 'Reveal', exact: true }).waitFor()
    expect(await keytar.getPassword(story.service, 'marker')).toBe(MARKER)
  })

  it('is used in real calls, with a tool and a plain answer', async () => {
    story.server().enqueue(callScript([{ name: 'list', args: {} }]), textScript('Two entries.'))
    await person.goTo('Chat')
    await person.say('List it.')
    await person.reads('Two entries.')
    const sent = story.server().requests.map((request) => request.headers['authorization'])
    expect(sent.map((value) => Buffer.from(String(value), 'latin1').toString())).toContain(`Bearer ${MARKER}`)
  })

  it('is echoed by a server that refuses it, in its words, in a page and in a broken stream', async () => {
    const echoes = [MARKER, encodeURIComponent(MARKER), Buffer.from(MARKER).toString('base64')]
    const [plain, ...others] = echoes.map((echo) => `Incorrect API key provided: ${echo}`)
    const script = [
      { status: 401, body: { error: { message: plain } } },
      ...others.map((message) => ({ status: 401, body: { error: { message } } })),
      { status: 401, body: `<html><body>${plain}</body></html>` },
      { status: 400, headers: { 'x-echo': encodeURIComponent(MARKER) }, body: { detail: plain } },
      { steps: [{ do: 'data', data: JSON.stringify({ error: { message: plain } }) }, { do: 'drop' }] },
      { steps: [{ do: 'raw', text: `data: {"broken ${MARKER}\n\n` }, { do: 'drop' }] },
    ] as const
    for (const [index, each] of script.entries()) {
      story.server().enqueue(each, each, each, each)
      await person.say(`Try ${index + 1}.`)
      const failed = () => runsIn(story.home).filter((run) => run.status === 'failed').length
      await expect.poll(failed, { timeout: 20_000, message: `failure ${index + 1}` }).toBe(index + 1)
      await person.rests()
      // What a recoverable failure did not use of its script must not answer the next message.
      story.server().forget()
    }
  })

  it('is tested from the settings, where the server echoes it too', async () => {
    await person.goTo('Settings')
    await person.page.getByRole('table', { name: 'Models' }).getByRole('button', { name: 'Scripted' }).click()
    story.server().enqueue({ status: 401, body: { error: { message: `No: ${MARKER}` } } })
    await person.button('Test connection').click()
    await person.page
      .getByRole('region', { name: 'Check' })
      .getByText(/did not accept the API key/)
      .waitFor()
    await person.goTo('Vault')
    await person.page.getByRole('table', { name: 'Secrets' }).waitFor()
  })

  it('stands in no message between main and the window but the one that brought it', async () => {
    const lines = (await readFile(messages, 'utf8')).trim().split('\n')
    const holding = lines.filter((line) => formsIn(line, MARKER).length > 0)
    expect(lines.length).toBeGreaterThan(20)
    expect(holding.map((line) => JSON.parse(line))).toEqual([
      { way: 'in', what: ['vault.set', { kind: 'secret', name: 'marker', value: MARKER }] },
    ])
  })

  it('stands nowhere in the page', async () => {
    for (const surface of ['Vault', 'Settings', 'Chat'] as const) {
      await person.goTo(surface)
      const contents = await pageContents(person.page)
      // Only the stores hold it on every screen, so they were searched.
      expect(contents).toContain(story.project)
      expect(formsIn(contents, MARKER)).toEqual([])
    }
  })

  it('stands in no event, no file and no log line while the app runs', async () => {
    const payloads = readDatabase<{ payload: string }>(story.home, 'SELECT payload FROM events')
    expect(payloads.length).toBeGreaterThan(20)
    expect(formsIn(payloads.map((event) => event.payload).join('\n'), MARKER)).toEqual([])
    expect(await searchFiles(story.home, MARKER)).toEqual({ read: expect.any(Number), holding: [] })
    expect(formsIn(story.desktop().said(), MARKER)).toEqual([])
  })

  it('stands in no file after the app was quit, and after it was killed', async () => {
    await story.desktop().quit()
    const { read, holding } = await searchFiles(story.home, MARKER)
    expect(holding).toEqual([])
    expect(read).toBeGreaterThan(20)
    person = personAt((await story.start()).page)
    story.server().enqueue({ steps: [{ do: 'text', text: 'Cut off' }, { do: 'hang' }] })
    await person.say('Once more.')
    await person.reads('Cut off')
    await story.desktop().kill()
    expect((await searchFiles(story.home, MARKER)).holding).toEqual([])
    expect((await searchFiles(story.project, MARKER)).holding).toEqual([])
    await keytar.deletePassword(story.service, 'marker')
  })
})
