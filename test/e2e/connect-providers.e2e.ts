import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserOfPerson } from '../support/desktop/browser-of-person.ts'
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
import { ACCOUNT_KEY, AZURE_KEY } from '../support/protocols/cloud-served.ts'
import type { ScriptedAnswer } from '../support/protocols/scripted-answer.ts'

const story = tellStory({ inOrder: true })
let world: ProviderWorld
let person: Person

const config = () => readFileSync(join(story.home, 'config.toml'), 'utf8')
const text = (words: string): ScriptedAnswer => ({ parts: [{ t: 'text', text: words }] })

beforeAll(async () => {
  world = await openProviderWorld(story.folder)
  world.servers.anthropic.serve('claude-opus-4-8', 'claude-haiku-4-5', 'claude-sonnet-5-5')
  world.servers.openai.serve('gpt-5.2', 'gpt-5-nano', 'gpt-6.1-terra')
  world.servers.google.serve('gemini-3.8-flash', 'gemini-2.5-pro')
  world.servers.openrouter.serve('anthropic/claude-sonnet-5.5')
  world.servers.azure.serve('gpt-5.2')
  world.servers.deepseek.serve('deepseek-flash', 'deepseek-v4-pro')
  story.write('home/config.toml', PLAIN_TITLES)
  person = personAt((await story.start({ env: world.env })).page)
})
afterAll(() => world.close())

/** Connects a provider in three steps, from the list on. */
async function connects(provider: string, key: string, model: string): Promise<void> {
  const { page } = person
  await page
    .getByRole('button', { name: new RegExp(`onnected ${provider} .*key$`) })
    .first()
    .click()
  await page.getByLabel('API key').fill(key)
  await page.getByLabel('API key').press('Enter')
  await page.getByRole('radio', { name: new RegExp(`^${model}`) }).click()
  await page.getByRole('combobox', { name: 'Effort' }).click()
  await page.getByRole('option', { name: 'High', exact: true }).click()
}

/** Waits until the control has the focus. */
const focused = (control: Locator) =>
  expect.poll(() => control.evaluate((element) => element === document.activeElement)).toBe(true)

/** Sends a message that the provider answers with a tool round. */
async function works(provider: ScriptedProvider, answer: string): Promise<void> {
  const call = { t: 'call', id: `call_${provider}`, name: 'read', args: { path: 'README.md' } } as const
  world.servers[provider].enqueue({ parts: [{ t: 'reasoning', text: 'I look first.' }, call] }, text(answer))
  await person.say(`Read it, ${provider}.`)
  await person.reads(answer)
  await person.rests()
}

it('connects a provider on the first screen: choose, paste a key, pick', async () => {
  const { page } = person
  await person.button('Add key').click()
  await page.getByRole('heading', { name: 'Connect a model' }).waitFor()
  await inStoryLooks(story.desktop(), 'connect.providers')
  await connects('Anthropic', 'sk-ant-story-1', 'claude-opus-4-8')
  await inStoryLooks(story.desktop(), 'connect.pick')
  await person.button('Start with claude-opus-4-8').click()
  await page.getByRole('heading', { name: 'Start with a folder' }).waitFor()
  expect(config()).toContain('apiKeyRef = "vault:anthropic"')
  expect(config()).not.toContain('sk-ant-story-1')
})

it('works with it at once, with the effort that was picked', async () => {
  await person.addProject(story.project)
  await works('anthropic', 'The tide is high.')
  const [first, second] = world.servers.anthropic.requests
  expect(first?.headers['x-api-key']).toBe('sk-ant-story-1')
  expect(first?.body).toMatchObject({ model: 'claude-opus-4-8', output_config: { effort: 'high' } })
  expect(JSON.stringify(second?.body)).toContain('I look first.')
})

it('connects more providers in the settings, and switches to each in the middle of the chat', async () => {
  const { page } = person
  const steps = [
    ['OpenAI', 'openai', 'gpt-5.2', 'sk-story-2', { reasoning: { effort: 'high' } }],
    [
      'Google',
      'google',
      'gemini-3.8-flash',
      'AIza-story-3',
      { generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH' } } },
    ],
    ['DeepSeek', 'deepseek', 'deepseek-flash', 'sk-story-4', { reasoning_effort: 'high' }],
  ] as const
  for (const [label, provider, model, key, sent] of steps) {
    await person.goTo('Settings')
    await person.button('Connect provider').click()
    await connects(label, key, model)
    await person.button(`Start with ${model}`).click()
    await page.getByText(`${provider}/${model} is connected.`).first().waitFor()
    await person.goTo('Chat')
    await page.getByRole('button', { name: /^Model:/ }).click()
    await page.getByRole('combobox', { name: 'Choose a model' }).fill(model)
    if (provider === 'openai') await inStoryLooks(story.desktop(), 'connect.picker')
    await page.getByRole('combobox', { name: 'Choose a model' }).press('Enter')
    await page.getByRole('button', { name: new RegExp(`^Model: .*${model}`) }).waitFor()
    await works(provider, `Seen by ${provider}.`)
    await person.reads(/The model changed from/)
    expect(world.servers[provider].requests.at(-1)?.body).toMatchObject(sent)
  }
  expect(Object.values(world.servers).flatMap(({ faults }) => faults)).toEqual([])
})

/** The redirect of OpenRouter's page. */
function backFromOpenRouter({ searchParams }: URL): URL {
  const back = new URL(searchParams.get('callback_url') ?? '')
  back.searchParams.set('code', searchParams.get('code_challenge') ?? '')
  return back
}

it('signs in to OpenRouter in the browser, and connects Azure and Vertex AI', async () => {
  const { page } = person
  const begin = async (label: string) => {
    await person.goTo('Settings')
    await person.button('Connect provider').click()
    await page
      .getByRole('button', { name: new RegExp(`onnected ${label} .*(key|URL)$`) })
      .first()
      .click()
  }
  const finish = async (provider: 'openrouter' | 'azure' | 'vertex', model: string) => {
    await page.getByRole('radio', { name: new RegExp(`^${model}`) }).click()
    await person.button(`Start with ${model}`).click()
    await page.getByText(`${provider}/${model} is connected.`).first().waitFor()
    await person.goTo('Chat')
    await person.say(`/model ${provider}/${model}`)
    await page
      .getByText(/This chat now uses/)
      .last()
      .waitFor()
    await works(provider, `Seen by ${provider}.`)
  }
  const allows = await browserOfPerson(
    story.desktop(),
    /^https:\/\/openrouter\.ai\/auth\?/,
    backFromOpenRouter,
  )
  await begin('OpenRouter')
  await inStoryLooks(story.desktop(), 'connect.sign-in')
  await person.button('Sign in with OpenRouter').click()
  await page.getByText('Sign in to OpenRouter in your browser.').waitFor()
  expect(await allows()).toBe(200)
  await finish('openrouter', 'anthropic/claude-sonnet-5.5')

  await begin('Azure OpenAI')
  await page.getByLabel('Resource name').fill('tide')
  await page.getByLabel('API key').fill(AZURE_KEY)
  await page.getByLabel('API key').press('Enter')
  await finish('azure', 'gpt-5.2')

  await begin('Google Vertex AI')
  await page.getByLabel('Project ID').fill('tide-project')
  await page.getByLabel('Service account key (JSON)').fill(ACCOUNT_KEY)
  await page.getByLabel('Service account key (JSON)').press('Enter')
  await finish('vertex', 'gemini-2.5-pro')
  expect(config()).toContain('apiKeyRef = "vault:openrouter"')
  expect(config()).not.toMatch(/sk-or-story|azure-story|PRIVATE KEY/)
  expect(Object.values(world.servers).flatMap(({ faults }) => faults)).toEqual([])
})

it('signs in with ChatGPT, works on the plan, and signs out', async () => {
  const { page } = person
  const connectsOpenAi = async () => {
    await person.goTo('Settings')
    await person.button('Connect provider').click()
    await page
      .getByRole('button', { name: /onnected OpenAI .*key$/ })
      .first()
      .click()
  }
  const openSection = async (name: string) => {
    await person.goTo('Settings')
    const sections = page.getByRole('navigation', { name: 'Settings sections' })
    await sections.getByRole('button', { name, exact: true }).click()
  }
  const allows = await browserOfPerson(
    story.desktop(),
    /^https:\/\/auth\.openai\.com\/api\/accounts\/authorize\?/,
    allowed,
  )
  await connectsOpenAi()
  await person.button('Continue with ChatGPT').click()
  await page.getByText('Sign in with ChatGPT in your browser.').waitFor()
  expect(await allows()).toBe(200)
  await page.getByRole('radio', { name: /^gpt-5\.2.*covered by the plan/ }).click()
  await inStoryLooks(story.desktop(), 'connect.plan')
  await person.button('Start with gpt-5.2').click()
  await page.getByText('openai/gpt-5.2 is connected.').first().waitFor()
  expect(config()).toContain('apiKeyRef = "vault:chatgpt-sign-in"')
  expect(config()).not.toMatch(/at_story|rt_story/)
  await person.goTo('Chat')
  await person.say('/model openai/gpt-5.2')
  await page
    .getByText(/This chat now uses/)
    .last()
    .waitFor()
  await works('openai', 'Seen on the plan.')
  expect(world.servers.openai.requests.at(-1)?.headers['authorization']).toBe('Bearer at_story_1')
  await connectsOpenAi()
  await person.button('Use the ChatGPT plan').waitFor()
  await inStoryLooks(story.desktop(), 'connect.plan-sign-in')
  await person.button('Sign out').click()
  await person.button('Continue with ChatGPT').click()
  expect(await allows()).toBe(200)
  await page.getByRole('radio', { name: /^gpt-5\.2.*covered by the plan/ }).waitFor()
  await openSection('Access')
  const signIns = page.getByRole('region', { name: 'Sign-ins' })
  await signIns.getByText(/^Opened by you, /).waitFor()
  await inStoryLooks(story.desktop(), 'settings.access-sign-in')
  await person.button('Close ChatGPT', signIns).click()
  await signIns.waitFor({ state: 'hidden' })
  await connectsOpenAi()
  await person.button('Continue with ChatGPT').waitFor()
  await person.goTo('Chat')
  expect(Object.values(world.servers).flatMap(({ faults }) => faults)).toEqual([])
})

it('takes models of the catalogue, and efforts, by command', async () => {
  const { page } = person
  await person.say('/model anthropic/claude-haiku-4-5')
  await page.getByText(/This chat now uses/).waitFor()
  await person.say('/effort')
  const slider = page.getByRole('slider', { name: 'Effort' })
  await slider.waitFor()
  await inStoryLooks(story.desktop(), 'connect.effort')
  await slider.focus()
  // The last stop is a workflow; the most effort comes before it.
  await slider.press('End')
  await slider.press('h')
  await slider.press('Enter')
  await slider.waitFor({ state: 'hidden' })
  await works('anthropic', 'Seen by the small one.')
  const body = world.servers.anthropic.requests.at(-1)?.body
  expect(body).toMatchObject({ model: 'claude-haiku-4-5', thinking: { type: 'enabled' } })
  expect(config()).toContain('id = "claude-haiku-4-5"')
  await person.say('/effort auto')
  await page.getByText('Effort of the next request: Model default.').waitFor()
})

it('takes another key in the middle of the chat, and says so there', async () => {
  const { page } = person
  await person.goTo('Settings')
  await person.button('Connect provider').click()
  await page.getByRole('button', { name: /onnected Anthropic/ }).click()
  await person.button('Replace').click()
  await page.getByLabel('API key').fill('sk-ant-story-9')
  await page.getByLabel('API key').press('Enter')
  await page
    .getByRole('radio', { name: /^claude/ })
    .first()
    .waitFor()
  await person.goTo('Chat')
  await works('anthropic', 'Seen with another key.')
  await person.reads('Requests to Anthropic use another key from here on.')
  expect(world.servers.anthropic.requests.at(-1)?.headers['x-api-key']).toBe('sk-ant-story-9')
  await person.reads(/^The effort changed from .* to model default\.$/)
})

it('connects a provider again with the keyboard alone', async () => {
  const { page } = person
  await page.keyboard.press('Control+Comma')
  await person.button('Connect provider').press('Enter')
  const search = page.getByRole('textbox', { name: 'Search providers' })
  await focused(search)
  await page.keyboard.press('ArrowDown')
  await focused(page.getByRole('button', { name: /onnected Anthropic/ }))
  await page.keyboard.press('Shift+Tab')
  await focused(search)
  await page.keyboard.type('deeps')
  await page.keyboard.press('Enter')
  await focused(person.button('Check'))
  await page.keyboard.press('Enter')
  await focused(page.getByRole('radio', { checked: true }))
  await page.keyboard.press('Tab')
  await person.button(/^Start with deepseek/).press('Enter')
  await page
    .getByText(/^deepseek\/.* is connected\.$/)
    .first()
    .waitFor()
  await focused(person.button('Connect provider'))
  await person.goTo('Chat')
})

it('goes on after a restart with the provider that answered last', async () => {
  await story.desktop().quit()
  person = personAt((await story.start({ env: world.env })).page)
  await person.reads('Seen with another key.')
  await works('anthropic', 'Still here.')
  expect(Object.values(world.servers).flatMap(({ faults }) => faults)).toEqual([])
})
