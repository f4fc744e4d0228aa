import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import type { SentRequest } from '../support/hosts/agent-host.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { supportHere } from '../support/rigs/sandbox-rig.ts'
import { type AnswerRules, byNewestWords } from '../support/stories/answer-rules.ts'
import { inboxAt } from '../support/stories/inbox-person.ts'

const support = await supportHere()
const hasSandbox = support.available && support.proxy
const within = { timeout: PATIENCE_MS }
const SEEN = { state: 'attached' as const }

/** Two services of this machine, which stand for hosts of the network. */
const services = [0, 1].map(() => createServer((_request, answer) => answer.end('served here')))
const ports: number[] = []
/** A name no other process has, to find what is left of a command. */
const MARK = `orrery-survivor-${randomUUID()}`

const bash = (command: string) => callScript([{ name: 'bash', args: { command } }])
const fetches = (at: number) => bash(`curl -sS http://127.0.0.1:${ports[at]}/`)
/** In the person's real home folder: the one of a test is below a temporary folder, which is another one inside. */
const FILE = join(userInfo().homedir, `orrery-test-${randomUUID()}`)
/** Leaves a hook and an agent file. */
const LEAVES = `import os
os.system('git init -q sub')
open('.mcp.json', 'w').write('{}')
open('sub/.git/hooks/post-checkout', 'w').write('echo')
`
const RULES: AnswerRules = [
  ['Fetch it', () => fetches(0)],
  ['Fetch once more', () => fetches(0)],
  // Only the shell knows the name of the file.
  ['Write at home', () => bash(`f=${FILE}; eval 'echo made > "$f"'`)],
  ['Ask elsewhere', () => bash('curl -sSf http://packages.invalid/')],
  [
    'Send somebody',
    () => callScript([{ name: 'agent', args: { title: 'Fetcher', prompt: 'FETCH', background: true } }]),
  ],
  ['FETCH', () => fetches(1)],
  [
    'Send a writer',
    () => callScript([{ name: 'agent', args: { title: 'Writer', prompt: 'WRITE', background: true } }]),
  ],
  ['WRITE', () => bash(`f=${FILE}; eval 'echo again > "$f"'`)],
  ['Show the key', () => bash('test -n "$TIDE_API_KEY" && echo passed || echo kept')],
  [
    'Take long',
    () =>
      bash(
        `setsid -f bash -c 'exec -a ${MARK} sleep 300'; python3 leave.py; touch started; exec -a ${MARK} sleep 300`,
      ),
  ],
  ['"role":"tool"', () => textScript('That was it.')],
]
const story = tellStory({ inOrder: true, server: { respond: byNewestWords(RULES, 'Good to meet you.') } })
let person: Person

const card = () => person.approval
const blocked = () => card().getByRole('list', { name: 'Blocked by the sandbox' })
const allows = () => card().getByRole('list', { name: 'What this allows' })
const runs = () => person.entries('Tool Bash')
/** What the model was told about its newest call. */
const told = () => {
  const request = story.server().requests.at(-1)?.body as SentRequest | undefined
  return JSON.stringify(request?.messages.filter(({ role }) => role === 'tool').at(-1))
}
const survivors = () => {
  try {
    return execFileSync('pgrep', ['-f', `^${MARK}`])
      .toString()
      .trim()
  } catch {
    return ''
  }
}

beforeAll(async () => {
  for (const service of services) {
    await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
    const address = service.address()
    ports.push(typeof address === 'object' && address !== null ? address.port : 0)
  }
  story.write('home/config.toml', `permissionMode = "accept_edits"\n${modelLines(story.server().baseUrl)}`)
  person = personAt((await story.start({ env: { TIDE_API_KEY: 'tide-1234-5678' } })).page)
  await person.addProject(story.project)
  await person.page.getByRole('status', { name: 'Status bar' }).getByText('Sandbox on').waitFor(SEEN)
})
afterAll(async () => {
  await rm(FILE, { force: true })
  for (const service of services) service.close()
})

describe.skipIf(!hasSandbox)('the card of a blocked host', () => {
  it('names the host and what an approval opens', async () => {
    await person.say('Fetch it.')
    await blocked().getByText(`localhost:${ports[0]}`).waitFor()
    await allows().getByText(`Allows exactly this: connect to localhost:${ports[0]}`).waitFor()
    await inStoryLooks(story.desktop(), 'sandbox.host')
  })

  it('becomes a grant in at most two clicks, and the command goes through', async () => {
    await person.button('Always allow in this project', card()).click()
    await runs().getByText('1 host · nothing blocked').waitFor()
    await person.rests()
    expect(told()).toContain('served here')
  })

  it('does not come again', async () => {
    await person.say('Fetch once more.')
    await expect.poll(() => runs().getByText('1 host · nothing blocked').count(), within).toBe(2)
    await person.rests()
    expect(await card().count()).toBe(0)
  })

  it('leaves a grant that can be seen', async () => {
    await person.goTo('Agents')
    await person.page.getByRole('button', { name: /^Grants/ }).click()
    const grants = person.page.getByRole('table', { name: 'Grants' })
    await grants.getByText(`localhost:${ports[0]}`).first().waitFor()
    await person.goTo('Chat')
  })

  it('is beside the chat, where it can be taken back', async () => {
    const hosts = person.page.getByRole('list', { name: 'Allowed hosts' })
    await hosts.getByText(`localhost:${ports[0]}`).waitFor()
    await inStoryLooks(story.desktop(), 'sandbox.side')
    await person.button(`Revoke localhost:${ports[0]}`, hosts).click()
    await hosts.waitFor({ state: 'detached' })
    await person.button('Undo').click()
    await hosts.getByText(`localhost:${ports[0]}`).waitFor()
  })
})

describe.skipIf(!hasSandbox)('the card of a blocked write', () => {
  it('names the file', async () => {
    await person.say('Write at home.')
    await blocked().getByText(FILE).waitFor()
    await inStoryLooks(story.desktop(), 'sandbox.write')
  })

  it('lets the command run outside once', async () => {
    await person.button('Run once outside the sandbox', card()).click()
    await expect.poll(() => existsSync(FILE), within).toBe(true)
    await person.rests()
    expect(readFileSync(FILE, 'utf8')).toBe('made\n')
    await runs().getByText('Ran outside the sandbox').waitFor()
  })
})

describe.skipIf(!hasSandbox)('a blocked host that is denied', () => {
  it('reaches the model as a decision of the person', async () => {
    await person.say('Ask elsewhere.')
    await blocked().getByText('packages.invalid:80').waitFor()
    await person.button('Deny', card()).click()
    await person.rests()
    expect(told()).toContain('the sandbox blocked the host packages.invalid:80')
    expect(told()).toContain('The person did not allow what the sandbox blocked.')
    await person.page.getByRole('heading', { name: 'Blocked in this chat' }).waitFor()
  })
})

describe.skipIf(!hasSandbox)('a background agent', () => {
  it('has its blocked host in the inbox, where it becomes a grant', async () => {
    const keys = keysAt(person.page)
    const inbox = inboxAt(person, keys)
    await person.say('Send somebody.')
    await expect.poll(() => person.entries('Assistant').getByText('That was it.').count(), within).toBe(5)
    await keys.press('Control+3')
    const row = inbox.region.getByRole('listitem').filter({ hasText: `127.0.0.1:${ports[1]}` })
    await row
      .getByRole('list', { name: 'Blocked by the sandbox' })
      .getByText(`localhost:${ports[1]}`)
      .waitFor()
    await inStoryLooks(story.desktop(), 'sandbox.inbox')
    await person.button('Allow for this session', row).click()
    await person.goTo('Chat')
    await person.rests()
    const heard = () => JSON.stringify(story.server().requests.map(({ body }) => body))
    await expect.poll(() => heard().split('served here').length, within).toBeGreaterThan(3)
  })
})

describe.skipIf(!hasSandbox)('a background agent that is denied a write', () => {
  it('names the file in the inbox, and its model hears the decision', async () => {
    await person.say('Send a writer.')
    await keysAt(person.page).press('Control+3')
    const inbox = inboxAt(person, keysAt(person.page))
    const row = inbox.region.getByRole('listitem').filter({ hasText: FILE })
    await row.getByRole('list', { name: 'Blocked by the sandbox' }).getByText(FILE).waitFor()
    await person.button('Deny', row).click()
    const heard = () => JSON.stringify(story.server().requests.map(({ body }) => body))
    await expect.poll(heard, within).toContain(`the sandbox blocked writing ${FILE}`)
    expect(readFileSync(FILE, 'utf8')).toBe('made\n')
    await person.goTo('Chat')
    await person.rests()
  })
})

describe.skipIf(!hasSandbox)('the self-test in the settings', () => {
  it('shows what holds on this machine', async () => {
    await person.goTo('Settings')
    const sections = person.page.getByRole('navigation', { name: 'Settings sections' })
    await person.button('Permissions', sections).click()
    await person.button('Try it').click()
    await person.page.getByText(/^It adds \d+ ms to a command\.$/).waitFor()
    const checks = person.page
      .getByRole('list')
      .filter({ hasText: 'closed system calls' })
      .getByRole('listitem')
    await checks.last().scrollIntoViewIfNeeded()
    expect(await checks.count()).toBe(7)
    expect(await checks.filter({ has: person.page.getByRole('img', { name: 'Done' }) }).count()).toBe(7)
    await inStoryLooks(story.desktop(), 'sandbox.tried')
    await person.goTo('Chat')
  })
})

describe('a variable that looks like a secret', () => {
  it('reaches commands once the settings name it for the project', async () => {
    await person.say('Show the key.')
    await expect.poll(told, within).toContain('kept')
    await person.rests()
    await person.goTo('Settings')
    const sections = person.page.getByRole('navigation', { name: 'Settings sections' })
    await person.button('Permissions', sections).click()
    const field = person.page.getByRole('textbox', { name: /^Variables for commands in/ })
    await field.fill('TIDE-KEY')
    await person.page.getByText('Names of letters, digits and _').waitFor()
    await field.fill('TIDE_API_KEY')
    await field.scrollIntoViewIfNeeded()
    await inStoryLooks(story.desktop(), 'sandbox.variables')
    await field.press('Enter')
    await person.goTo('Chat')
    await person.say('Show the key again.')
    await expect.poll(told, within).toContain('passed')
    await person.rests()
  })
})

describe.skipIf(!hasSandbox)('a sandboxed command in the middle of which the app is killed', () => {
  it('leaves nothing behind', async () => {
    // Named in the command, these files would make it ask.
    await writeFile(join(story.project, 'leave.py'), LEAVES)
    await person.say('Take long.')
    await expect.poll(() => existsSync(join(story.project, 'started')), within).toBe(true)
    await expect.poll(survivors, within).not.toBe('')
    await story.desktop().kill()
    await expect.poll(survivors, within).toBe('')
  })

  it('has what it left renamed at the next start, which says so', async () => {
    expect(existsSync(join(story.project, '.mcp.json'))).toBe(true)
    person = personAt((await story.start()).page)
    await person.page
      .getByText(/^The app ended while a command ran here\..*\.mcp\.json/)
      .first()
      .waitFor()
    await inStoryLooks(story.desktop(), 'sandbox.left')
    const left = ['.mcp.json', '.mcp.json.blocked', 'sub/.git/hooks', 'sub/.git/hooks.blocked']
    expect(left.map((name) => existsSync(join(story.project, name)))).toEqual([false, true, false, true])
    await person.say('And now?')
    const isSaid = () =>
      story.server().requests.some(({ body }) => JSON.stringify(body).includes('renamed to .blocked'))
    await expect.poll(isSaid, within).toBe(true)
  })
})
