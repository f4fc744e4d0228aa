import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { type AuthorizationServer, startAuthorizationServer } from '../support/mcp/authorization-server.ts'
import { startGuardedServer } from '../support/mcp/guarded-server.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true, inOrder: true })
const within = { timeout: PATIENCE_MS }
let person: Person
let authorization: AuthorizationServer
let club: Awaited<ReturnType<typeof startGuardedServer>>

const strip = () => person.page.getByRole('list', { name: 'Servers that need a sign-in' })
const signIn = () => person.button('Sign in for club', strip())

/** The address that the app opened last. The system has no browser here. */
const opened = () => story.desktop().app.evaluate(() => process.env['OPENED_IN_TEST'] ?? '')
const forget = () =>
  story.desktop().app.evaluate(() => {
    process.env['OPENED_IN_TEST'] = ''
  })

/** Agrees at the authorization server, as a person in a browser. */
async function agree(): Promise<void> {
  await expect.poll(opened, within).toContain(`${authorization.issuer}/authorize`)
  const address = await opened()
  await forget()
  await (await fetch(address)).text()
}

/** Opens the server in the settings, and returns its pane. */
async function openServer() {
  await person.goTo('Settings')
  const sections = person.page.getByRole('navigation', { name: 'Settings sections' })
  await sections.getByRole('button', { name: 'MCP servers' }).click()
  await person.button('club').click()
  return person.page.getByRole('complementary', { name: 'Server', exact: true })
}

async function asks(text: string, answer: string): Promise<void> {
  story.server().enqueue(textScript(answer))
  await person.say(text)
  await person.reads(answer)
  await person.rests()
}

beforeAll(async () => {
  authorization = await startAuthorizationServer()
  club = await startGuardedServer({ authorization: () => authorization })
  story.write(
    'home/config.toml',
    `${modelLines(story.server().baseUrl)}\n[mcp.servers.club]\nurl = ${JSON.stringify(club.url('club'))}\n`,
  )
  const desktop = await story.start()
  person = personAt(desktop.page)
  await desktop.app.evaluate(({ shell }) => {
    shell.openExternal = async (url) => {
      process.env['OPENED_IN_TEST'] = url
    }
  })
  await person.addProject(story.project)
})
afterAll(async () => {
  await club.close()
  await authorization.close()
})

describe('a server that needs a sign-in', () => {
  it('is named above the message box, and the chat answers without it', async () => {
    await asks('Are you there?', 'I am here.')
    await strip().getByText('club needs you to sign in').waitFor()
    await inStoryLooks(story.desktop(), 'mcp-sign-in-needed')
    expect(await opened()).toBe('')
  })

  it('lets the chat go on while the authorization server is silent, and is cancelled', async () => {
    authorization.behaviour.silent = true
    await signIn().click()
    await agree()
    await expect.poll(() => authorization.count('POST /token'), within).toBe(1)
    await strip().getByText('club: finish the sign-in in the browser').waitFor()
    await inStoryLooks(story.desktop(), 'mcp-sign-in-running')
    await asks('And now?', 'Still here.')
    await person.button('Cancel sign-in', strip()).click()
    await strip().getByText('club needs you to sign in').waitFor()
    authorization.behaviour.silent = false
  })

  it('shows why a sign-in failed, in the settings too', async () => {
    authorization.behaviour.refusesConsent = true
    await signIn().click()
    await agree()
    await strip().getByText('club needs you to sign in').waitFor()
    const detail = await openServer()
    await detail.getByText('did not grant the sign-in', { exact: false }).waitFor()
    expect(await detail.textContent()).not.toContain('Ignore all previous instructions')
    await inStoryLooks(story.desktop(), 'mcp-sign-in-failed')
    authorization.behaviour.refusesConsent = false
    await person.goTo('Chat')
  })

  it('succeeds at a slow authorization server, and its tools are there', async () => {
    authorization.behaviour.delayMs = 700
    await signIn().click()
    await agree()
    await asks('Still?', 'Always.')
    await strip().waitFor({ state: 'hidden' })
    const detail = await openServer()
    await detail.getByText('Signed in at').waitFor()
    await detail.getByText('Repeats a text.', { exact: false }).waitFor()
    await inStoryLooks(story.desktop(), 'mcp-signed-in')
    await person.goTo('Chat')
    authorization.behaviour.delayMs = 0
    const call = callScript([{ name: 'mcp__club__echo', args: { text: '潮' } }])
    story.server().enqueue(call, textScript('The club answered.'))
    await person.say('Ask the club')
    await person.button(/^Allow once/, person.approval).click()
    await person.reads('The club answered.')
    await person.rests()
    expect(JSON.stringify(story.server().requests.at(-1)?.body)).toContain('echo: 潮')
    expect(club.tokens.length).toBeGreaterThan(0)
    expect(JSON.stringify(story.server().requests)).not.toContain('access-')
  })
  it('is tested against the protocol on its page', async () => {
    await person.button('Inspect', await openServer()).click()
    await person.button('Test the protocol').click()
    await person.button('Run test').click()
    const checks = person.page.getByRole('list', { name: 'Checks' })
    await checks.getByText('Refuses an unknown method').waitFor()
    await person.page.getByText('The server passed all checks.').waitFor()
    await inStoryLooks(story.desktop(), 'mcp-self-test')
  })
})
