import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { processesWith } from '../support/desktop/desktop-processes.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true })
const WORD = `4714.${process.pid}`
// A small server: it writes a file, takes a free port and prints its address, as a development server does.
const SERVER = `python3 -u -c "
import http.server
server = http.server.HTTPServer(('127.0.0.1', 0), http.server.SimpleHTTPRequestHandler)
open('served.txt', 'w').write('${WORD}')
print('Local: http://localhost:%d/  ${WORD}' % server.server_port)
server.serve_forever()"`
let person: Person

beforeAll(async () => {
  // The sandbox would hide the port of the server from the browser.
  const config = readFileSync(join(story.home, 'config.toml'), 'utf8')
  story.write('home/config.toml', `${config}\n[sandbox]\nmode = "off"\n`)
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

describe('a development server that an agent starts', () => {
  it('asks once, runs on after the turn, and is listed above the message box', async () => {
    story
      .server()
      .enqueue(
        callScript([{ name: 'bash', args: { command: SERVER, background: true } }]),
        textScript('The server runs.'),
      )
    await person.say('Start the server.')
    await person.approval.getByText('runs in the background until it ends or you stop it').waitFor()
    await person.button('Allow once', person.approval).click()
    await person.reads('The server runs.')
    await person.rests()
    const { page } = person
    await page
      .getByRole('list', { name: 'Background programs' })
      .getByText(/running \d/)
      .waitFor()
    await page.getByRole('status', { name: 'Status bar' }).getByText('1 job').waitFor()
    expect(processesWith(WORD)).not.toEqual([])
  })

  it('says on its card that it changed a file, which undo lists', async () => {
    const card = person.entries('Tool Bash').first()
    await card.getByText('1 file changed').first().waitFor()
  })

  it('shows its output on the card', async () => {
    const card = person.entries('Tool Bash').first()
    await person.button('Output', card).click()
    await card
      .getByRole('region', { name: /^Output of / })
      .getByText(/Local: http:\/\/localhost/)
      .waitFor()
  })

  it('opens in the browser at the address it answers at', async () => {
    const { app } = story.desktop()
    await app.evaluate(({ shell }) => {
      shell.openExternal = async (url) => {
        process.env['OPENED_IN_TEST'] = url
      }
    })
    const card = person.entries('Tool Bash').first()
    await card.getByRole('button', { name: /^Open http:\/\/localhost:\d+\/ in browser$/ }).click()
    const opened = () => app.evaluate(() => process.env['OPENED_IN_TEST'] ?? '')
    await expect.poll(opened).toMatch(/^http:\/\/localhost:\d+\/$/)
    expect((await fetch(await opened())).status).toBe(200)
  })

  it('is a row of the process panel', async () => {
    await person.goTo('Agents')
    await person.button('Processes').click()
    await person.page
      .getByRole('table', { name: 'Agent processes' })
      .getByText(/^in the background · /)
      .waitFor()
    await person.goTo('Chat')
  })

  it('ends with Stop job, and its card says so', async () => {
    const { page } = person
    const list = page.getByRole('list', { name: 'Background programs' })
    await list.getByRole('button', { name: /^Stop job / }).click()
    await list.waitFor({ state: 'hidden' })
    await expect.poll(() => processesWith(WORD)).toEqual([])
    await person.entries('Tool Bash').first().getByText('stopped', { exact: true }).waitFor()
  })
})
