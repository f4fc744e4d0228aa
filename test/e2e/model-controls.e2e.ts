import type { Locator } from 'playwright'
import { beforeAll, expect, it } from 'vitest'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import type { RecordedRequest } from '../support/models/model-server.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'

const KEY = 'sk-walk-5c1f0a77'
/** The script of the next answer, and the models that are overloaded. */
const next: Script[] = []
const overloaded = new Set<string>()
const story = tellStory({
  withModel: true,
  inOrder: true,
  server: {
    respond: ({ body }) =>
      overloaded.has((body as Body).model)
        ? { status: 503, headers: { 'retry-after': '0' }, body: { error: { message: 'Overloaded' } } }
        : (next.shift() ?? textScript('Yes.', { prompt: 1_000_000, completion: 1_000_000 })),
    routes: {
      '/other/v1/chat/completions': () => ({ status: 400, body: { error: { message: 'Moved.' } } }),
      '/v1/responses': () => ({ status: 400, body: { error: { message: 'Moved.' } } }),
    },
  },
})
let person: Person

type Body = {
  readonly model: string
  readonly messages: readonly {
    readonly role: string
    readonly content: unknown
  }[]
  readonly tools?: readonly unknown[]
} & Readonly<Record<string, unknown>>

beforeAll(async () => {
  const { baseUrl } = story.server()
  const spare = modelTable('models.spare', baseUrl, { id: 'spare' })
  const model = modelTable('model', baseUrl, { label: 'Walked', contextWindow: 128_000 })
  story.write('home/config.toml', model + spare + PLAIN_TITLES)
  person = personAt((await story.start({ env: { WALK_KEY: KEY } })).page)
  await person.addProject(story.project)
})

const form = () => person.page.getByRole('complementary', { name: /^(Walked|Renamed)$/ }).locator('form')
const open = async () => {
  await person.goTo('Settings')
  await person.page
    .getByRole('table', { name: 'Models' })
    .getByRole('button', { name: /^(Walked|Renamed)$/ })
    .click()
  await form().waitFor()
}
const save = async () => {
  await form().getByRole('button', { name: 'Save' }).click()
  await person.page
    .getByText(/ is saved$/)
    .first()
    .waitFor()
}
const pick = async (combobox: string, option: string | RegExp) => {
  await form().getByRole('combobox', { name: combobox }).click()
  await person.page.getByRole('option', { name: option, exact: true }).click()
}
const fill = (field: string, text: string) => form().getByRole('textbox', { name: field }).fill(text)
// By keyboard: a message that something is saved may cover the group.
const choose = (group: string, option: string) =>
  form().getByRole('radiogroup', { name: group }).getByRole('radio', { name: option }).press(' ')

/** Asks in a new chat and returns the requests that it caused. */
const asked = async (): Promise<readonly RecordedRequest[]> => {
  const before = story.server().requests.length
  await person.goTo('Chat')
  await person.button('New chat').first().click()
  await person.say('Say yes.')
  await expect.poll(() => story.server().requests.length).toBeGreaterThan(before)
  await person.rests()
  return story.server().requests.slice(before)
}
const bodyOf = (requests: readonly RecordedRequest[]) => requests.at(-1)?.body as Body
const status = () => person.page.getByRole('status', { name: 'Status bar' })

/** What a changed control changes. Each is put back before the next, so that every step begins the same. */
type Step = {
  readonly set: () => Promise<void>
  readonly undo: () => Promise<void>
  readonly shows: () => Promise<void>
}
const typed = (field: string, text: string, before: string, shows: Step['shows']): Step => ({
  set: () => fill(field, text),
  undo: () => fill(field, before),
  shows,
})
/** One price alone prices nothing, so the form asks for the other. */
const priced = (prices: Readonly<Record<string, string>>): Step => ({
  set: async () => {
    for (const [field, price] of Object.entries(prices)) await fill(field, price)
  },
  undo: async () => {
    for (const field of Object.keys(prices)) await fill(field, '')
  },
  shows: async () => {
    await asked()
    await expect.poll(() => status().textContent()).toContain('$7.00')
  },
})
const sends = (fields: Readonly<Record<string, unknown>>) => async () => {
  expect(bodyOf(await asked())).toMatchObject(fields)
}
const thinking = { on: () => form().getByRole('switch', { name: 'Reasoning' }).click() }

const STEPS: Readonly<Record<string, Step>> = {
  API: {
    set: () => pick('API', 'openai-responses'),
    undo: () => pick('API', 'openai-completions'),
    shows: async () => expect((await asked()).at(-1)?.path).toBe('/v1/responses'),
  },
  get 'Base URL'() {
    const { baseUrl } = story.server()
    return typed('Base URL', baseUrl.replace('/v1', '/other/v1'), baseUrl, async () => {
      expect((await asked()).at(-1)?.path).toBe('/other/v1/chat/completions')
    })
  },
  'Display name': typed('Display name', 'Renamed', 'Walked', async () => {
    await asked()
    await status().getByText('Renamed').waitFor()
  }),
  'Key source': {
    set: async () => {
      await choose('Key source', 'Environment')
      await fill('Environment variable', 'WALK_KEY')
    },
    undo: () => choose('Key source', 'None'),
    shows: async () => expect((await asked()).at(-1)?.headers['authorization']).toBe(`Bearer ${KEY}`),
  },
  Context: typed('Context', '6000', '128000', async () => {
    expect(bodyOf(await asked()).tools?.length).toBeLessThan(toolsBefore)
  }),
  'Max output tokens': typed('Max output tokens', '777', '2000', sends({ max_tokens: 777 })),
  'Input price': priced({ 'Input price': '7', 'Output price': '0' }),
  'Output price': priced({ 'Input price': '0', 'Output price': '7' }),
  Fallback: {
    set: () => pick('Fallback', 'spare'),
    undo: () => pick('Fallback', 'None'),
    shows: async () => {
      overloaded.add('scripted')
      const models = (await asked()).map(({ body }) => (body as Body).model)
      overloaded.clear()
      expect(models).toContain('spare')
    },
  },
  Reasoning: {
    set: thinking.on,
    undo: thinking.on,
    shows: async () => {
      await person.goTo('Chat')
      await person.button('New chat').first().click()
      await person.page.getByRole('combobox', { name: 'Effort' }).waitFor()
    },
  },
  'Reasoning effort': {
    set: async () => {
      await thinking.on()
      await pick('Reasoning effort', 'Extra high')
    },
    undo: thinking.on,
    shows: sends({ reasoning_effort: 'xhigh' }),
  },
  'Missing reasoning': {
    set: async () => {
      await thinking.on()
      await pick('Missing reasoning', 'Send as text')
    },
    undo: thinking.on,
    shows: async () => {
      next.push(callScript([{ name: 'read', args: { path: 'notes.md' } }]))
      const roles = bodyOf(await asked()).messages.map(({ role }) => role)
      expect(roles).not.toContain('tool')
    },
  },
  'Top P': typed('Top P', '0.7', '', sends({ top_p: 0.7 })),
  'Image input': {
    set: () => choose('Image input', 'No'),
    undo: () => choose('Image input', 'Yes'),
    shows: async () => {
      await person.goTo('Chat')
      await person.button('New chat').first().click()
      const file = { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(DOT, 'base64') }
      await person.page.locator('input[type="file"]').first().setInputFiles(file)
      await person.page
        .getByRole('button', { name: /Remove.*dot\.png/ })
        .first()
        .waitFor()
      await person.say('What is it?')
      await person.rests()
      expect(JSON.stringify(story.server().requests.at(-1)?.body)).not.toContain(DOT)
    },
  },
}
/** Controls that name a model: they are open while it is added, and fixed afterwards. */
const NAMES = ['Provider', 'Model']
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
let toolsBefore = 0

/** The names of all controls of a form, as a screen reader says them. */
const controlsIn = (at: Locator) =>
  at.evaluate((element) =>
    [...element.querySelectorAll('input, textarea, [role="combobox"], [role="switch"], [role="radiogroup"]')]
      .filter((control) => control.getAttribute('aria-hidden') !== 'true')
      .map((control) => {
        const label =
          control.id === '' ? null : element.querySelector(`label[for="${CSS.escape(control.id)}"]`)
        return control.getAttribute('aria-label') ?? label?.textContent ?? `unnamed ${control.outerHTML}`
      }),
  )

it('lists every control of the form here', async () => {
  toolsBefore = bodyOf(await asked()).tools?.length ?? 0
  await open()
  await thinking.on()
  const found = await controlsIn(form())
  expect(found.toSorted()).toEqual([...Object.keys(STEPS), ...NAMES].toSorted())
  for (const name of NAMES) expect(await form().getByLabel(name, { exact: true }).isDisabled()).toBe(true)
  await thinking.on()
})

it('asks for the other price where one alone would change nothing', async () => {
  await open()
  await fill('Input price', '7')
  await form().getByRole('button', { name: 'Save' }).click()
  await form().getByText('Enter both prices, at least 0, or leave both empty.').waitFor()
  await form().getByRole('button', { name: 'Revert' }).click()
})

it.each(Object.keys(STEPS))('%s changes what it says', async (name) => {
  const step = STEPS[name]
  if (step === undefined) throw new Error(`There is no step ${name}.`)
  await open()
  await step.set()
  await save()
  await step.shows()
  await open()
  await step.undo()
  await save()
})
