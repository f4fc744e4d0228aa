import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { processesWith } from '../support/desktop/desktop-processes.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { zipOf } from '../support/mcp/zip.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true, inOrder: true })
let person: Person

const within = { timeout: PATIENCE_MS }
const NEW_SERVER = resolve(import.meta.dirname, '../support/mcp/new-content-server.mjs')
const SERVER = resolve(import.meta.dirname, '../support/mcp/old-server.mjs')
/** A word in the command line of each server, by which its processes are known. */
const [OWN, FOREIGN, PACKAGED, MODERN] = [1, 2, 3, 4].map((kind) => `tide-server-${kind}-${process.pid}`)
const running = (word = '') => processesWith(word).length

const callsOf = (server: string, tool: string, args: object) =>
  callScript([{ id: `call_${tool}`, name: `mcp__${server}__${tool}`, args: { ...args } }])
const calls = (tool: string, args: object) => callsOf('tide', tool, args)

/** The model calls a tool, the person allows it, and the model answers. */
async function allows(server: string, tool: string, args: object, answer: string): Promise<void> {
  story.server().enqueue(callsOf(server, tool, args), textScript(answer))
  await person.say(`Use ${tool}`)
  await person.button(/^Allow once/, person.approval).click()
  await person.reads(answer)
  await person.rests()
}

/** The program of a package with a real server. */
const packaged = (name: string): string =>
  resolve(import.meta.dirname, `../../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`)
const ENTITY = { name: 'tide', entityType: 'note', observations: ['low tide at six'] }

const field = (name: string) => person.page.getByRole('textbox', { name, exact: true })
const detail = () => person.page.getByRole('complementary', { name: 'Server', exact: true })

/** A bundle with a program that needs no packages. */
const HARBOUR = [
  {
    name: 'manifest.json',
    content: JSON.stringify({
      manifest_version: '0.3',
      name: 'harbour',
      version: '1.0.0',
      description: 'A harbour.',
      server: {
        type: 'node',
        entry_point: 'server.mjs',
        mcp_config: { command: process.execPath, args: ['${__dirname}/server.mjs', '${user_config.berth}'] },
      },
      user_config: { berth: { type: 'string', title: 'Berth', required: true } },
    }),
  },
  {
    name: 'server.mjs',
    content: readFileSync(resolve(import.meta.dirname, '../support/mcp/hostile-server.mjs'), 'utf8'),
  },
]

/** The number of processes that read the MCP client. */
const clientProcesses = () =>
  story
    .desktop()
    .app.evaluate(({ app }) => app.getAppMetrics().filter(({ name }) => name === 'Orrery MCP').length)

/** The inspector of the server, and its pane at the right. */
const pageOf = () => person.page.getByRole('region', { name: 'tide', exact: true })
const inspected = () => person.page.getByRole('complementary', { name: 'Message or request' })

async function openServers(): Promise<void> {
  await person.goTo('Settings')
  const sections = person.page.getByRole('navigation', { name: 'Settings sections' })
  await sections.getByRole('button', { name: 'MCP servers' }).click()
}

/** What the model has read last, as JSON. */
const lastRead = () => JSON.stringify(story.server().requests.at(-1)?.body)

beforeAll(async () => {
  // It needs no packages, so that it runs where only the project can be seen.
  story.write(
    'person/my code/潮汐 tide/tools/visitor.mjs',
    readFileSync(resolve(import.meta.dirname, '../support/mcp/hostile-server.mjs'), 'utf8'),
  )
  story.write(
    'person/my code/潮汐 tide/.mcp.json',
    JSON.stringify({
      mcpServers: { visitor: { command: process.execPath, args: ['tools/visitor.mjs', FOREIGN] } },
    }),
  )
  const line = (name: string, args: readonly string[], more = '') =>
    `[mcp.servers.${name}]\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${JSON.stringify(args)}\n${more}\n`
  const memory = JSON.stringify(join(story.folder, 'notes.jsonl'))
  story.write(
    'home/config.toml',
    [
      modelLines(story.server().baseUrl),
      line('files', [packaged('filesystem'), story.project], 'tools = { allow = ["read_text_file"] }'),
      line(
        'notes',
        [packaged('memory')],
        `env = { MEMORY_FILE_PATH = ${memory} }\ntools = { allow = ["create_entities"] }`,
      ),
      line('berths', [NEW_SERVER, MODERN ?? ''], 'tools = { allow = ["rise"] }'),
    ].join('\n'),
  )
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

describe.skipIf(process.platform === 'win32')('an MCP server', () => {
  it('is added with the form, and does not start before its first use', async () => {
    await openServers()
    expect(await clientProcesses()).toBe(0)
    await person.button('Add server').first().click()
    await person.button('Add server', person.page.getByRole('form', { name: 'New server' })).click()
    await person.page.getByText('must be letters', { exact: false }).waitFor()
    await field('Name').fill('tide')
    await field('Command').fill(process.execPath)
    await field('Arguments').fill(`${SERVER}\n${OWN}`)
    await inStoryLooks(story.desktop(), 'mcp-form')
    await person.button('Add server', person.page.getByRole('form', { name: 'New server' })).click()
    await detail().getByRole('heading', { name: 'tide' }).waitFor()
    await detail().getByText('starts on first use').waitFor()
    expect([running(OWN), running(FOREIGN), await clientProcesses()]).toEqual([0, 0, 0])
  })

  it('of a project waits for the person, who is shown what it would start', async () => {
    await person.page.getByText(/visitor comes with this project/).waitFor()
    await inStoryLooks(story.desktop(), 'mcp-untrusted')
    await person.button('Review').click()
    await detail()
      .getByText(FOREIGN ?? '')
      .waitFor()
    expect(running(FOREIGN)).toBe(0)
  })

  it('brings tools, whose calls ask the person by server and tool', async () => {
    await person.goTo('Chat')
    story.server().enqueue(calls('echo', { text: 'high water' }), textScript('The tide is high.'))
    await person.say('How high?')
    await person.approval.getByText('tide: echo wants to run on an MCP server').waitFor()
    expect(await person.approval.getByRole('definition').allTextContents()).toEqual([
      'tide',
      'echo',
      `${process.execPath} ${SERVER} ${OWN}`,
    ])
    await inStoryLooks(story.desktop(), 'mcp-approval')
    await person.button(/^Allow once/, person.approval).click()
    await person.reads('The tide is high.')
    await person.rests()
    expect(lastRead()).toContain('echo: high water')
    const tools = JSON.stringify(story.server().requests[0]?.body)
    expect([tools.includes('mcp__tide__echo'), tools.includes('visitor')]).toEqual([true, false])
    expect([running(OWN), running(FOREIGN), await clientProcesses()]).toEqual([1, 0, 1])
  })

  it('that is killed in the middle of a call says so, and is back', async () => {
    story.server().enqueue(calls('wait', {}), textScript('The server ended.'))
    await person.say('Wait for it')
    await person.button(/^Allow once/, person.approval).click()
    await person.approval.waitFor({ state: 'hidden' })
    await expect
      .poll(() => person.conversation.getByRole('article', { name: /wait/ }).count(), within)
      .toBe(1)
    const [pid = 0] = processesWith(OWN ?? '')
    process.kill(pid, 'SIGKILL')
    await person.reads('The server ended.')
    await person.rests()
    expect(lastRead()).toContain('ended while this call was running')
    await expect.poll(() => processesWith(OWN ?? '').filter((each) => each !== pid).length, within).toBe(1)
    story.server().enqueue(calls('echo', { text: 'again' }), textScript('It is back.'))
    await person.say('And now?')
    await person.button(/^Allow once/, person.approval).click()
    await person.reads('It is back.')
    await person.rests()
    expect(lastRead()).toContain('echo: again')
  })

  it('is listed with its health, tools, tokens, calls and errors, and with its log', async () => {
    await openServers()
    const row = person.page.getByRole('row', { name: /tide/ })
    await expect
      .poll(() => row.allTextContents(), within)
      .toEqual([expect.stringMatching(/ready.*2025-11-25.*8.*3.*1/)])
    await person.button('tide').click()
    await detail()
      .getByRole('list', { name: 'Tools' })
      .getByText('Repeats a text.', { exact: false })
      .waitFor()
    await inStoryLooks(story.desktop(), 'mcp-server')
    await detail().getByRole('switch', { name: 'echo is read-only' }).click()
    await expect
      .poll(() => detail().getByRole('switch', { name: 'echo is read-only', checked: true }).count(), within)
      .toBe(1)
    await detail().getByRole('radio', { name: 'Server log' }).click()
    await detail().getByText('scripted server is here').first().waitFor()
    await inStoryLooks(story.desktop(), 'mcp-log')
  })

  it('has a page with its messages, where a tool can be called by hand', async () => {
    await person.button('Inspect', detail()).click()
    await pageOf().getByRole('searchbox', { name: 'Method, tool or text' }).fill('high water')
    await person.button('answer: tools/call', pageOf()).first().click()
    await inspected().getByRole('region', { name: 'Request' }).getByText('"text": "high water"').waitFor()
    await inspected().getByRole('region', { name: 'Answer' }).getByText('echo: high water').waitFor()
    await inStoryLooks(story.desktop(), 'mcp-inspector')
    await person.button('Edit and send', inspected()).click()
    const form = inspected().getByRole('form', { name: 'Call a tool' })
    await form.getByRole('textbox', { name: 'text' }).fill('by hand')
    await person.button('Call tool', form).click()
    await form.getByRole('region', { name: 'Result' }).getByText('echo: by hand').waitFor()
    await inStoryLooks(story.desktop(), 'mcp-try')
    await pageOf().getByRole('searchbox', { name: 'Method, tool or text' }).fill('')
    await pageOf().getByText('echo: by hand').first().waitFor()
    await person.button('Back to all servers', pageOf()).click()
  })

  it('is changed with the form, where plain values stay hidden', async () => {
    await person.button('tide').click()
    await person.button('Edit', detail()).click()
    const form = person.page.getByRole('form', { name: 'Edit tide' })
    await form.getByRole('textbox', { name: 'Timeout' }).fill('soon')
    await person.button('Save', form).click()
    await form.getByText('This must be a number of seconds.').waitFor()
    await form.getByRole('textbox', { name: 'Timeout' }).fill('90')
    await form.getByRole('textbox', { name: 'Hidden tools' }).fill('die')
    await inStoryLooks(story.desktop(), 'mcp-edit')
    await person.button('Save', form).click()
    await person.page.getByRole('row', { name: /tide/ }).getByText('7 of 8').waitFor()
    expect(readFileSync(join(story.home, 'config.toml'), 'utf8')).toContain('timeout = 90')
  })

  it('is installed from a bundle, which is shown before', async () => {
    const bundle = join(story.folder, 'harbour.mcpb')
    writeFileSync(bundle, zipOf(HARBOUR))
    // The system's own dialog cannot be reached from here; its answer can.
    await story.desktop().app.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
    }, bundle)
    await person.button('Open file').click()
    const form = person.page.getByRole('form', { name: 'Install a bundle' })
    await form.getByText(`${process.execPath} BUNDLE/server.mjs`).waitFor()
    await form.getByRole('textbox', { name: 'Berth' }).fill('north')
    await inStoryLooks(story.desktop(), 'mcp-bundle')
    await person.button('Install', form).click()
    await detail().getByRole('heading', { name: 'harbour' }).waitFor()
    await person.button('Start', detail()).click()
    await detail().getByText('2025-06-18').waitFor()
    await person.button('Remove', detail()).click()
    await expect.poll(() => person.page.getByRole('row', { name: /harbour/ }).count(), within).toBe(0)
    await expect.poll(() => existsSync(join(story.home, 'data/mcp/harbour')), within).toBe(false)
  })

  it('of a package is added with the form, and answers an approved call', async () => {
    await person.button('Add server').first().click()
    await field('Name').fill('everything')
    await field('Command').fill(process.execPath)
    await field('Arguments').fill(`${packaged('everything')}\nstdio\n${PACKAGED}`)
    await field('Allowed tools').fill(
      'echo\ntrigger-elicitation-request\ntrigger-long*\ntrigger-sampling-request',
    )
    await person.page.getByRole('checkbox', { name: 'May ask the model of the chat (sampling)' }).click()
    await person.button('Add server', person.page.getByRole('form', { name: 'New server' })).click()
    await detail().getByRole('heading', { name: 'everything' }).waitFor()
    await person.goTo('Chat')
    await allows('everything', 'echo', { message: 'from a package' }, 'It echoes.')
    expect(lastRead()).toContain('Echo: from a package')
    await allows('notes', 'create_entities', { entities: [ENTITY] }, 'It is noted.')
    expect(readFileSync(join(story.folder, 'notes.jsonl'), 'utf8')).toContain('low tide')
    await allows('files', 'read_text_file', { path: join(story.project, 'README.md') }, 'It is read.')
    expect(lastRead()).toContain('A small clock that shows the tide.')
    await allows('berths', 'rise', {}, 'It rises.')
    expect(lastRead()).toContain('level 4')
  })

  it('asks in the inbox during a call', async () => {
    story.server().enqueue(callsOf('everything', 'trigger-elicitation-request', {}), textScript('It asked.'))
    await person.say('Let it ask')
    await person.button(/^Allow once/, person.approval).click()
    await person.goTo('Agents')
    const form = person.page.getByRole('form', { name: 'Form of a server' })
    await form.getByRole('textbox', { name: 'String', exact: true }).fill('Möwe')
    await person.button('Send', form).click()
    await person.goTo('Chat')
    await person.reads('It asked.')
    await person.rests()
    expect(lastRead()).toContain('- Name: Möwe')
  })

  it('asks the model once the person has seen the whole request', async () => {
    const ask = callsOf('everything', 'trigger-sampling-request', { prompt: 'When is high tide?' })
    story.server().enqueue(ask, textScript('At nine.'), textScript('It sampled.'))
    await person.say('Let it sample')
    await person.button(/^Allow once/, person.approval).click()
    await person.approval.getByText('wants an answer from a model', { exact: false }).waitFor()
    await person.approval.getByText('When is high tide?', { exact: false }).waitFor()
    await inStoryLooks(story.desktop(), 'mcp-sampling')
    await person.button(/^Allow once/, person.approval).click()
    await person.reads('It sampled.')
    await person.rests()
    expect(lastRead()).toContain('At nine.')
  })

  it('has a resource that is attached, and a prompt that is run', async () => {
    await person.message.pressSequentially('Sum up @everything:demo://resource/static/document/arch')
    const resource = person.page.getByRole('option').filter({ hasText: 'architecture.md' }).first()
    await resource.waitFor()
    await person.page.keyboard.press('Enter')
    await person.page.getByRole('list', { name: 'Attachments' }).getByText('architecture.md').waitFor()
    story.server().enqueue(textScript('It is summed up.'))
    await person.page.keyboard.press('Enter')
    await person.reads('It is summed up.')
    await person.rests()
    expect(lastRead()).toContain('Everything Server')
    await person.message.fill('/everything:args-prompt city=Bergen')
    story.server().enqueue(textScript('It rains.'))
    await person.page.keyboard.press('Enter')
    await person.reads('It rains.')
    await person.rests()
    expect(lastRead()).toContain("What's weather in Bergen?")
  })

  it('reports progress and is cancelled with the turn', async () => {
    const long = callsOf('everything', 'trigger-long-running-operation', { duration: 60, steps: 240 })
    story.server().enqueue(long)
    await person.say('Work for long')
    await person.button(/^Allow once/, person.approval).click()
    await person.conversation
      .getByText(/\d of 240/)
      .first()
      .waitFor()
    await person.page.keyboard.press('Escape')
    await person.rests()
    await allows('everything', 'echo', { message: 'still here' }, 'It is still here.')
    expect(lastRead()).toContain('Echo: still here')
    await openServers()
  })

  it('of a project starts once the person trusts it, and no more once that is taken back', async () => {
    await person.button('visitor').click()
    await person.button('Trust', detail()).click()
    await person.button('Start', detail()).click()
    await detail().getByText('ready').waitFor()
    expect(running(FOREIGN)).toBeGreaterThan(0)
    await person.button('Revoke trust', detail()).click()
    await expect.poll(() => running(FOREIGN), within).toBe(0)
  })

  it('does not outlive the app, also when that is killed', async () => {
    expect([running(PACKAGED), running(MODERN)]).toEqual([1, 1])
    process.kill(story.desktop().app.process().pid ?? 0, 'SIGKILL')
    await expect.poll(() => running(OWN) + running(PACKAGED) + running(MODERN), within).toBe(0)
  })

  it('is there after a restart, with the tools it had, and is not started for that', async () => {
    person = personAt((await story.start()).page)
    await openServers()
    await person.page.getByRole('row', { name: /tide/ }).getByText('starts on first use').waitFor()
    expect(running(OWN)).toBe(0)
    await person.button('tide').click()
    await person.button('Inspect', detail()).click()
    await pageOf().getByText('echo: by hand').first().waitFor()
    expect(running(OWN)).toBe(0)
    await person.button('Back to all servers', pageOf()).click()
    await person.button('Remove', detail()).click()
    await expect.poll(() => person.page.getByRole('row', { name: /tide/ }).count(), within).toBe(0)
  })
})
