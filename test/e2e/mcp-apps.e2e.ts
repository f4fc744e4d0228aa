import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true, inOrder: true })
const SERVER = resolve(import.meta.dirname, '../support/mcp/app-server.mjs')
const SKILLS = resolve(import.meta.dirname, '../support/mcp/skill-server.mjs')
let person: Person
const within = { timeout: PATIENCE_MS }

/** What addresses heard that no view may reach. */
const heard: string[] = []
const site = createServer((request, answer) => {
  heard.push(`${request.method} ${request.url}`)
  answer.end('x')
})
site.on('upgrade', (_, socket) => {
  heard.push('socket')
  socket.destroy()
})
const stun = createSocket('udp4', () => heard.push('stun'))

beforeAll(async () => {
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  await new Promise<void>((done) => stun.bind(0, '127.0.0.1', done))
  const address = site.address()
  const host = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const args = [SERVER, host, `stun:127.0.0.1:${stun.address().port}`]
  story.write(
    'home/config.toml',
    `${modelLines(story.server().baseUrl)}\n[mcp.servers.harbour]\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${JSON.stringify(args)}\n[mcp.servers.pilot]\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${JSON.stringify([SKILLS])}\n`,
  )
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})
afterAll(() => {
  site.close()
  stun.close()
})

const views = () => person.page.getByRole('region', { name: 'View of harbour' })
const view = () => views().last()
const inside = () => view().frameLocator('iframe')
/** Clicks a button of the view, which takes the pointer only once it is over its frame. */
async function clicks(name: string): Promise<void> {
  const box = await view().locator('iframe').boundingBox()
  if (box === null) throw new Error('There is no frame.')
  await person.page.mouse.move(box.x + 5, box.y + 5)
  await person.page.mouse.move(box.x + 9, box.y + 9)
  await inside().getByRole('button', { name }).click()
}
const asked = () => view().getByRole('alertdialog')

/** The model calls a tool, the person allows it, and the model answers. */
async function calls(tool: string): Promise<void> {
  const call = { id: `call_${tool}`, name: `mcp__harbour__${tool}`, args: { port: 'Brest' } }
  const answer = `${tool} was called.`
  story.server().enqueue(callScript([call]), textScript(answer))
  await person.say(`Use ${tool}`)
  await person.button(/^Allow once/, person.approval).click()
  await person.reads(answer)
  await person.rests()
}

async function openServer(name = 'harbour'): Promise<void> {
  await person.goTo('Settings')
  const sections = person.page.getByRole('navigation', { name: 'Settings sections' })
  await sections.getByRole('button', { name: 'MCP servers' }).click()
  await person.button(name).click()
}
const allowing = () => person.page.getByRole('switch', { name: 'Show interactive views of harbour' })

describe.skipIf(process.platform === 'win32')('an interactive view of an MCP server', () => {
  it('is off until the person allows it for the server', async () => {
    await calls('berths')
    expect(await views().count()).toBe(0)
    await openServer()
    await allowing().click()
    await expect.poll(() => allowing().getAttribute('aria-checked')).toBe('true')
    await inStoryLooks(story.desktop(), 'mcp-apps.settings')
    await person.goTo('Chat')
  })

  it('shows the result, and its text stays in the card', async () => {
    await calls('berths')
    await inside().getByText('3 free in Brest').waitFor()
    await expect.poll(async () => (await view().locator('iframe').boundingBox())?.height).toBe(320)
    await inStoryLooks(story.desktop(), 'mcp-apps')
  })

  it('follows the theme of the window', async () => {
    const root = () => person.page.locator('html').getAttribute('data-theme')
    const wear = (theme: string) =>
      person.page.evaluate((worn) => document.documentElement.setAttribute('data-theme', worn), theme)
    const told = () => inside().locator('body').getAttribute('data-theme')
    const ink = () =>
      inside()
        .locator('body')
        .evaluate((body) => body.style.color)
    const inkBefore = await ink()
    expect(inkBefore).toMatch(/^oklch/)
    const before = await root()
    const other = before === 'light' ? 'dark' : 'light'
    expect(await told()).toBe(before)
    await wear(other)
    await expect.poll(told).toBe(other)
    await expect.poll(ink).not.toBe(inkBefore)
    await inside().getByText('3 free in Brest').waitFor()
    await wear(before ?? 'dark')
    await expect.poll(told).toBe(before)
  })

  it('calls a tool of its server only after the person allows it', async () => {
    await clicks('Reserve berth 2')
    await asked().getByText('The view of harbour wants to call mcp__harbour__reserve.').waitFor()
    await inStoryLooks(story.desktop(), 'mcp-apps.ask')
    await person.button('Allow once', asked()).click()
    await inside().getByText('reserved 2, number 1').waitFor()
    await clicks('Reserve berth 2')
    await person.button('Deny', asked()).click()
    await inside().getByText('refused: The person refused this call.').waitFor()
    await clicks('Sink')
    await inside().getByText('refused: The server offers its views no such tool.').waitFor()
    expect(await asked().count()).toBe(0)
  })

  it('writes into the message box and sends nothing, and opens no address unasked', async () => {
    const before = story.server().requests.length
    await clicks('Write message')
    await expect.poll(() => person.message.inputValue()).toBe('Reserve berth 2 for me.')
    await clicks('Open chart')
    await asked().getByText('https://chart.example/brest').waitFor()
    await person.button('Deny', asked()).click()
    await inside().getByText('refused: The person refused.').waitFor()
    expect(story.server().requests.length).toBe(before)
    await person.message.fill('')
  })

  it('keeps its state while it is out of sight', async () => {
    const long = Array.from({ length: 800 }, (_, line) => `Paragraph ${line}.`).join('\n\n')
    story.server().enqueue(textScript(long))
    await person.say('Tell me about the harbour')
    await person.reads('Paragraph 799.')
    await person.rests()
    await expect.poll(() => views().count()).toBe(0)
    await person.conversation.hover()
    const scroll = () => person.page.mouse.wheel(0, -4_000)
    await expect
      .poll(async () => {
        await scroll()
        return await views().count()
      }, within)
      .toBe(1)
    await inside().getByText('refused: The person refused.').waitFor()
    await person.button('Jump to newest').click()
  })

  it('gets out of its frame in no way, and takes no keys', async () => {
    await calls('hostile')
    // Its height is the last of what it tries. Reading the frame would count as an act of the person there.
    await expect.poll(async () => (await view().locator('iframe').boundingBox())?.height, within).toBe(640)
    await person.message.click()
    await person.page.keyboard.type('my words stay in the box', { delay: 20 })
    await expect.poll(() => person.message.inputValue()).toBe('my words stay in the box')
    await expect.poll(() => inside().locator('#state').textContent(), within).toBe('escaped: nothing')
    await clicks('Leave')
    // The frame is empty now, and the focus in it.
    await person.message.click()
    expect(person.page.url()).toBe('app://orrery/index.html')
    const windows = await story
      .desktop()
      .app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
    expect([windows, heard]).toEqual([1, []])
    await person.message.fill('')
  })

  it('holds up nothing with an endless loop, and is closed when it floods the window', async () => {
    await calls('loop')
    await person.message.fill('still here')
    await expect.poll(() => person.message.inputValue()).toBe('still here')
    await person.button('Hide', view()).click()
    await person.message.fill('')
    await calls('flood')
    await view().getByText('The view sent too many messages and was closed.').waitFor()
  })

  it('is missing where its page is, and the text of the result is there', async () => {
    const before = await views().count()
    await calls('gone')
    await calls('plain')
    expect(await views().count()).toBeLessThanOrEqual(before)
    expect(JSON.stringify(story.server().requests.at(-1)?.body)).toContain('plain of Brest')
  })

  it('is there again after a restart, until the person takes the permission back', async () => {
    await story.desktop().quit()
    person = personAt((await story.start()).page)
    await person.conversation.getByText('plain was called.').waitFor()
    await person.button('Hide', view()).waitFor()
    await openServer()
    await allowing().click()
    await expect.poll(() => allowing().getAttribute('aria-checked')).toBe('false')
    await person.goTo('Chat')
    await view().getByText('The view of harbour is off.', { exact: false }).waitFor()
    expect(await person.page.locator('iframe').count()).toBe(0)
  })
})

describe.skipIf(process.platform === 'win32')('skills of an MCP server', () => {
  it('are off until the person allows them, and are listed with the other skills', async () => {
    await openServer('pilot')
    const allowed = person.page.getByRole('switch', { name: 'Use skills of pilot' })
    expect(await allowed.getAttribute('aria-checked')).toBe('false')
    await allowed.click()
    await expect.poll(() => allowed.getAttribute('aria-checked')).toBe('true')
    const lines = person.page.getByRole('list', { name: 'Skills' }).getByRole('listitem')
    await expect
      .poll(async () => (await lines.allInnerTexts()).map((text) => text.split('\n')[1]))
      .toEqual(['Allowed', 'Allowed', 'Cannot be checked'])
    await inStoryLooks(story.desktop(), 'mcp-skills.settings')
    const sections = person.page.getByRole('navigation', { name: 'Settings sections' })
    await sections.getByRole('button', { name: 'Skills' }).click()
    await person.page.getByText('pilot:tides').waitFor(within)
    await person.goTo('Chat')
  })

  it('are loaded from the server when an agent asks for one', async () => {
    const call = { id: 'call_skill', name: 'skill', args: { name: 'pilot:tides' } }
    story.server().enqueue(callScript([call]), textScript('The tide is read.'))
    await person.say('Read the tide')
    await person.reads('The tide is read.')
    expect(JSON.stringify(story.server().requests.at(-1)?.body)).toContain('Read references/TABLE.md first.')
  })
})
