import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserOfPerson } from '../support/desktop/browser-of-person.ts'
import type { Desktop } from '../support/desktop/desktop.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { PLAIN_TITLES } from '../support/models/model-table.ts'
import {
  openProviderWorld,
  type ProviderWorld,
  type ScriptedProvider,
} from '../support/models/provider-world.ts'
import { allowed } from '../support/protocols/chatgpt-authority.ts'
import { ACCOUNT_KEY, AZURE_KEY, OPENROUTER_KEY, VERTEX_TOKEN } from '../support/protocols/cloud-served.ts'
import { completionsAt } from '../support/protocols/completions-served.ts'
import { createProtocolServer, type ProtocolServer } from '../support/protocols/protocol-server.ts'

/** A provider that a person connects on the first screen. */
type Case = {
  readonly label: string
  readonly provider: ScriptedProvider | 'other'
  readonly model: string
  readonly key: string
  /** What is typed beside the key. */
  readonly fields?: Readonly<Record<string, string>>
  readonly keyField?: string
  /** The header of the key. */
  readonly header: readonly [name: string, value: string]
  /** How a high effort is named in a request. */
  readonly high: object
  /** Earlier reasoning in the next request of a tool round; missing where the protocol takes none back. */
  readonly replayed?: RegExp
  /** A provider of another protocol, which answers after the first. */
  readonly next: 'anthropic' | 'openai'
}

const KEY = 'sk-first-run-1'
const BEARER = ['authorization', `Bearer ${KEY}`] as const
const THOUGHT = 'I look first.'
const EFFORT = { reasoning_effort: 'high' }
const THINKING_LEVEL = { generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH' } } }
const usual = { key: KEY, header: BEARER, next: 'anthropic' } as const

const CASES: readonly Case[] = [
  {
    label: 'Anthropic',
    provider: 'anthropic',
    model: 'claude-opus-4-8',
    key: KEY,
    next: 'openai',
    header: ['x-api-key', KEY],
    high: { output_config: { effort: 'high' } },
    replayed: /"thinking":"I look first\."/,
  },
  {
    ...usual,
    label: 'OpenAI',
    provider: 'openai',
    model: 'gpt-6.1-terra',
    high: { reasoning: { effort: 'high' } },
    replayed: /encrypted_content/,
  },
  {
    ...usual,
    label: 'Google',
    provider: 'google',
    model: 'gemini-3.8-flash',
    header: ['x-goog-api-key', KEY],
    high: THINKING_LEVEL,
    replayed: /thoughtSignature/,
  },
  {
    ...usual,
    label: 'OpenRouter',
    provider: 'openrouter',
    model: 'anthropic/claude-sonnet-5.5',
    key: OPENROUTER_KEY,
    header: ['authorization', `Bearer ${OPENROUTER_KEY}`],
    high: { reasoning: { effort: 'high' } },
    replayed: /reasoning_details.*I look first/,
  },
  {
    ...usual,
    label: 'DeepSeek',
    provider: 'deepseek',
    model: 'deepseek-flash',
    high: { ...EFFORT, thinking: { type: 'enabled' } },
    replayed: /"reasoning_content":"I look first/,
  },
  { ...usual, label: 'Groq', provider: 'groq', model: 'openai/gpt-oss-120b', high: EFFORT },
  { ...usual, label: 'Mistral', provider: 'mistral', model: 'mistral-medium-latest', high: EFFORT },
  { ...usual, label: 'xAI', provider: 'xai', model: 'grok-4.6', high: EFFORT },
  {
    ...usual,
    label: 'Qwen',
    provider: 'qwen',
    model: 'qwen3.7-plus',
    high: { enable_thinking: true, thinking_budget: 20_480 },
  },
  { ...usual, label: 'Cerebras', provider: 'cerebras', model: 'gpt-oss-120b', high: EFFORT },
  {
    ...usual,
    label: 'Azure OpenAI',
    provider: 'azure',
    model: 'gpt-6.1-terra',
    key: AZURE_KEY,
    fields: { 'Resource name': 'tide' },
    header: ['api-key', AZURE_KEY],
    high: { reasoning: { effort: 'high' } },
    replayed: /encrypted_content/,
  },
  {
    ...usual,
    label: 'Google Vertex AI',
    provider: 'vertex',
    model: 'gemini-3.8-flash',
    key: ACCOUNT_KEY,
    keyField: 'Service account key (JSON)',
    fields: { 'Project ID': 'tide-project' },
    header: ['authorization', `Bearer ${VERTEX_TOKEN}`],
    high: THINKING_LEVEL,
    replayed: /thoughtSignature/,
  },
  { ...usual, label: 'Another server', provider: 'other', model: 'glm-5', high: EFFORT, fields: {} },
]

const story = tellStory({})
let world: ProviderWorld
/** A server that no list names, and the one of this machine. */
let other: ProtocolServer
let local: ProtocolServer

const GLM = completionsAt({ root: '/v1', reasoning: 'reasoning_content', wantsReasoningBack: true })
const OLLAMA = completionsAt({ root: '/v1', reasoning: 'reasoning' })

beforeAll(async () => {
  world = await openProviderWorld(story.folder)
  for (const { provider, model } of CASES) if (provider !== 'other') world.servers[provider].serve(model)
  other = await createProtocolServer(GLM)
  other.serve('glm-5')
  local = await createProtocolServer({
    ...OLLAMA,
    fault: ({ headers, ...request }) =>
      OLLAMA.fault({ ...request, headers: { ...headers, authorization: 'none' } }),
    besides: ({ path }) => {
      if (path === '/api/ps') return { status: 200, body: { models: [] } }
      return path === '/api/show' ? { status: 200, body: { capabilities: ['thinking'] } } : undefined
    },
  })
  local.serve('gpt-oss:20b')
})
afterAll(async () => {
  for (const { close } of [world, other, local]) await close()
})

const serverOf = (provider: Case['provider']) => (provider === 'other' ? other : world.servers[provider])
const settings = (home: string) => readFileSync(join(home, 'config.toml'), 'utf8')

/** Starts the app as on its first day: an empty home, an empty keychain. */
function firstDay(name: string, env: Readonly<Record<string, string>> = {}) {
  const home = join(story.folder, 'homes', name)
  story.write(`homes/${name}/config.toml`, PLAIN_TITLES)
  const service = `${story.service}-${name}`
  return {
    home,
    start: () => story.start({ home, env: { ...world.env, ...env, ORRERY_KEYCHAIN_SERVICE: service } }),
  }
}

/** The step that a person is at, as a screen reader says it. */
const step = ({ page }: Person, name: string): Locator =>
  page.locator('[aria-current=step]').and(page.getByRole('region', { name }))

/** Chooses a provider, pastes its key and picks a model with a high effort: three steps. */
async function connects(person: Person, { label, key, keyField = 'API key', ...what }: Case): Promise<void> {
  const { page } = person
  const provider = step(person, 'Choose a provider').getByRole('button', {
    name: new RegExp(`onnected ${label} .*(key|URL)$`),
  })
  await provider.first().click()
  const connecting = step(person, label === 'Another server' ? 'Connect' : `Connect ${label}`)
  const typed = what.provider === 'other' ? { Address: `${other.origin}/v1` } : (what.fields ?? {})
  for (const [field, text] of Object.entries(typed)) await connecting.getByLabel(field).fill(text)
  // The key, and for clouds what names their place: no URL of a known provider.
  const asked = { azure: 2, vertex: 3, other: 2 } as Readonly<Record<string, number>>
  expect(await connecting.getByRole('textbox').count()).toBe(asked[what.provider] ?? 1)
  await connecting.getByLabel(keyField).fill(key)
  await connecting.getByLabel(keyField).press('Enter')
  const picking = step(person, 'Pick a model')
  await picking.getByRole('radio', { name: new RegExp(`^${what.model}`) }).click()
  await picking.getByRole('combobox', { name: 'Effort' }).click()
  await page.getByRole('option', { name: 'High', exact: true }).click()
  await person.button(`Start with ${what.model}`).click()
}

/** Sends a message that a server answers with thinking, a call and words. */
async function works(person: Person, server: ProtocolServer, answer: string): Promise<void> {
  const call = { t: 'call', id: 'tide00001', name: 'read', args: { path: 'README.md' } } as const
  const thought = { t: 'reasoning', text: THOUGHT } as const
  server.enqueue({ parts: [thought, call] }, { parts: [{ t: 'text', text: answer }] })
  await person.say(`Read it: ${answer}`)
  await person.reads(answer)
  await person.rests()
}

/** Connects a second provider in the settings and lets it answer in the same chat. */
async function switches(person: Person, next: Case): Promise<void> {
  const { page } = person
  await person.goTo('Settings')
  await person.button('Connect provider').click()
  await connects(person, next)
  await page.getByText(`${next.provider}/${next.model} is connected.`).first().waitFor()
  await person.goTo('Chat')
  await person.say(`/model ${next.provider}/${next.model}`)
  await page.getByText(/This chat now uses/).waitFor()
  await works(person, serverOf(next.provider), 'Seen by the next one.')
  await person.reads(/The model changed from/)
  expect(serverOf(next.provider).requests.at(-1)?.body).toMatchObject(next.high)
}

/** Starts the app again, and goes on in the chat with the provider that answered last. */
async function goesOn(desktop: Desktop, start: () => Promise<Desktop>, server: ProtocolServer) {
  await desktop.quit()
  const again = await start()
  const person = personAt(again.page)
  await person.reads('Seen by the next one.')
  await works(person, server, 'Still here.')
  const { body } = server.requests.at(-1) ?? {}
  for (const words of ['Seen by the first.', 'Seen by the next one.']) {
    expect(JSON.stringify(body)).toContain(words)
  }
  await again.quit()
}

const faults = () =>
  [...Object.values(world.servers), other, local].flatMap((server) => server.faults.map(String))

const named = CASES.map((each) => [each.label, each] as const)
it.each(named)('%s: three steps, a tool round, another protocol, a restart', async (_label, which) => {
  const { home, start } = firstDay(which.provider)
  const desktop = await start()
  const person = personAt(desktop.page)
  await person.button('Add key').click()
  await connects(person, which)
  await person.page.getByRole('heading', { name: 'Start with a folder' }).waitFor()
  expect(settings(home)).toMatch(/apiKeyRef = "vault:/)
  expect(settings(home)).not.toContain(which.key)

  await person.addProject(story.project)
  const server = serverOf(which.provider)
  const before = server.requests.length
  await works(person, server, 'Seen by the first.')
  const [first, second] = server.requests.slice(before)
  expect(first?.headers[which.header[0]]).toBe(which.header[1])
  for (const request of [first, second]) expect(request?.body).toMatchObject(which.high)
  if (which.replayed !== undefined) expect(JSON.stringify(second?.body)).toMatch(which.replayed)

  const next = CASES.find(({ provider }) => provider === which.next)
  if (next === undefined) throw new Error('There is no such provider.')
  await switches(person, next)
  await goesOn(desktop, start, serverOf(next.provider))
  expect(faults()).toEqual([])
})

it('a ChatGPT plan: three steps, a tool round, another protocol, a restart', async () => {
  const { home, start } = firstDay('plan')
  const desktop = await start()
  const person = personAt(desktop.page)
  const { page } = person
  const allows = await browserOfPerson(
    desktop,
    /^https:\/\/auth\.openai\.com\/api\/accounts\/authorize\?/,
    allowed,
  )
  await person.button('Add key').click()
  const provider = step(person, 'Choose a provider').getByRole('button', { name: /onnected OpenAI .*key$/ })
  await provider.first().click()
  await person.button('Continue with ChatGPT').click()
  expect(await allows()).toBe(200)
  await step(person, 'Pick a model')
    .getByRole('radio', { name: /^gpt-5\.2/ })
    .click()
  await person.button('Start with gpt-5.2').click()
  await page.getByRole('heading', { name: 'Start with a folder' }).waitFor()
  expect(settings(home)).toContain('apiKeyRef = "vault:chatgpt-sign-in"')

  await person.addProject(story.project)
  const before = world.servers.openai.requests.length
  await works(person, world.servers.openai, 'Seen by the first.')
  await page.getByText('covered by the plan').first().waitFor()
  for (const { headers, body } of world.servers.openai.requests.slice(before)) {
    expect(headers['authorization']).toMatch(/^Bearer at_story_/)
    expect(body).toMatchObject({ store: false, tools: [{ type: 'namespace' }] })
  }
  await person.goTo('Settings')
  const sections = page.getByRole('navigation', { name: 'Settings sections' })
  await sections.getByRole('button', { name: 'Usage', exact: true }).click()
  await page.getByRole('row', { name: /gpt-5\.2.*on the plan/ }).waitFor()
  await inStoryLooks(desktop, 'usage.plan')
  await person.goTo('Chat')

  const next = CASES.find(({ provider: id }) => id === 'anthropic')
  if (next === undefined) throw new Error('There is no such provider.')
  await switches(person, next)
  await goesOn(desktop, start, serverOf(next.provider))
  expect(faults()).toEqual([])
})

it('a server of this machine: one click, a tool round, another protocol, a restart', async () => {
  const { start } = firstDay('local', { OLLAMA_HOST: new URL(local.origin).host })
  const desktop = await start()
  const person = personAt(desktop.page)
  const { page } = person
  await person.button('Add key').click()
  await step(person, 'Choose a provider')
    .getByRole('button', { name: /Ollama/ })
    .click()
  await page.getByRole('heading', { name: 'Start with a folder' }).waitFor()
  await person.addProject(story.project)
  await person.say('/effort high')
  await page.getByText('Effort of the next request: High.').waitFor()
  await works(person, local, 'Seen by the first.')
  for (const { body } of local.requests) expect(body).toMatchObject({ model: 'gpt-oss:20b', ...EFFORT })

  const next = CASES.find(({ provider }) => provider === 'anthropic')
  if (next === undefined) throw new Error('There is no such provider.')
  await switches(person, next)
  await goesOn(desktop, start, serverOf(next.provider))
  expect(faults()).toEqual([])
})
