import { beforeAll, expect, it } from 'vitest'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { CAN_FILL, fillDisk } from '../support/disk/full-disk.ts'
import { textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { workflowPersonAt } from '../support/stories/workflow-person.ts'

const LOW_WATER = `export const meta = { name: 'low-water', description: 'Asks when the water is low.' }
return await agent('When is low water?', { label: 'Clock' })
`

const story = tellStory({ withModel: true, inOrder: true })
let person: Person

beforeAll(async () => {
  const thinks = { reasoning: true, lines: 'reasoningEffort = "high"' }
  const { baseUrl } = story.server()
  const second = modelTable('models.second', baseUrl, { id: 'second', label: 'Second', reasoning: true })
  story.write('home/config.toml', modelTable('model', baseUrl, thinks) + second + PLAIN_TITLES)
  story.write('person/my code/潮汐 tide/.orrery/workflows/low-water.js', LOW_WATER)
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
  await person.goTo('Chat')
})

it('how long it thinks is chosen in the chat, before what is set for it, and goes along', async () => {
  const { page } = person
  story.server().enqueue(textScript('At noon.'))
  await person.say('When is the tide?')
  await person.reads('At noon.')
  await person.rests()
  expect(story.server().requests.at(-1)?.body).toMatchObject({ reasoning_effort: 'high' })
  const effort = page.getByRole('combobox', { name: 'Effort' })
  const status = page.getByRole('status', { name: 'Status bar' })
  expect(await effort.textContent()).toContain('Model default (High)')
  expect(await status.textContent()).toContain('high')
  await inStoryLooks(story.desktop(), 'chat-effort.chosen')
  for (const [option, sent] of [
    ['Low', 'low'],
    ['No thinking', 'none'],
    ['Model default (High)', 'high'],
  ] as const) {
    await effort.click()
    await page.getByRole('option', { name: option, exact: true }).click()
    story.server().enqueue(textScript(`Asked ${sent}.`))
    await person.say('And now?')
    await person.reads(`Asked ${sent}.`)
    await person.rests()
    expect(story.server().requests.at(-1)?.body).toMatchObject({ reasoning_effort: sent })
  }
})

it('a new chat begins with the effort that was chosen for it', async () => {
  const { page } = person
  await person.button('New chat').first().click()
  await page.getByRole('combobox', { name: 'Effort' }).click()
  await page.getByRole('option', { name: 'Extra high' }).click()
  story.server().enqueue(textScript('A new tide.'))
  await person.say('Begin.')
  await person.reads('A new tide.')
  await person.rests()
  expect(story.server().requests.at(-1)?.body).toMatchObject({ reasoning_effort: 'xhigh' })
})

it('is set in the panel of /effort with the keyboard, and left as it was by Esc, q and Ctrl+C', async () => {
  const { page } = person
  const { press, focused } = keysAt(page)
  const slider = page.getByRole('slider', { name: 'Effort' })
  const isAt = (name: string) => expect.poll(() => slider.getAttribute('aria-valuetext')).toBe(name)
  const open = async () => {
    await person.say('/effort')
    await expect.poll(focused).toBe('Effort')
  }
  const saysInstead = async (words: string) => {
    await page.getByText(words, { exact: true }).waitFor()
    await expect.poll(focused).toBe('Message')
  }
  await open()
  await isAt('Extra high')
  for (const [key, name] of [
    ['Home', 'No thinking'],
    ['h', 'No thinking'],
    ['l', 'Minimal'],
    ['ArrowRight', 'Low'],
    ['ArrowLeft', 'Minimal'],
    ['End', 'Ultracode'],
    ['l', 'Ultracode'],
    ['h', 'Maximum'],
  ] as const) {
    await press(key)
    await isAt(name)
  }
  await inStoryLooks(story.desktop(), 'chat-effort.panel')
  await slider.focus()
  await press('Enter')
  await saysInstead('Effort of the next request: Maximum.')
  story.server().enqueue(textScript('A deep tide.'))
  await person.say('Once more.')
  await person.reads('A deep tide.')
  await person.rests()
  expect(story.server().requests.at(-1)?.body).toMatchObject({ reasoning_effort: 'max' })
  for (const key of ['Escape', 'q', 'Control+c']) {
    await open()
    await press('Home', key)
    await saysInstead('Effort unchanged: Maximum.')
  }
  await open()
  await press('End')
  await inStoryLooks(story.desktop(), 'chat-effort.ultracode')
  await slider.focus()
  await press('Enter')
  await saysInstead(
    'Effort unchanged. Write a task after /ultracode: it is done with extra high effort and a workflow.',
  )
  const box = page.getByRole('textbox', { name: 'Message' })
  expect(await box.inputValue()).toBe('/ultracode ')
  await box.fill('')
})

/** Enlarges the page as a person does. */
const zoom = (factor: number) =>
  story.desktop().app.evaluate(({ BrowserWindow }, wanted) => {
    BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(wanted)
  }, factor)

it('is a list in the panel where the page is narrow, as one that is enlarged', async () => {
  const { page } = person
  const { press } = keysAt(page)
  await zoom(2.5)
  await person.say('/effort')
  const isAt = (name: string) =>
    page.getByRole('radio', { name, checked: true }).and(page.locator(':focus')).waitFor()
  await isAt('Maximum')
  await press('h')
  await isAt('Extra high')
  await press('ArrowDown')
  await isAt('Maximum')
  await press('Home')
  await isAt('No thinking')
  await press('Escape')
  await page.getByText('Effort unchanged: Maximum.', { exact: true }).waitFor()
  await zoom(1)
})

it.runIf(CAN_FILL)('says in place of the panel why an effort was not stored', async () => {
  const { page } = person
  const { press, focused } = keysAt(page)
  const isFull = page.getByText(/the disk is full or not writable/).first()
  await person.say('/effort')
  await expect.poll(focused).toBe('Effort')
  const free = await fillDisk(story.desktop().app.process().pid ?? 0)
  await press('Home', 'Enter')
  await isFull.waitFor()
  expect(await page.getByRole('slider', { name: 'Effort' }).count()).toBe(0)
  await expect.poll(focused).toBe('Message')
  await free()
  await person.say('/effort status')
  await page.getByText('Effort of the next request: Maximum.', { exact: true }).waitFor()
  await isFull.waitFor({ state: 'hidden' })
})

it('a workflow runs with the model and the effort of its launch form', async () => {
  const { page } = person
  const flow = workflowPersonAt(person)
  await person.trustFolder()
  await person.goTo('Workflows')
  await flow.choose('low-water')
  await page.getByRole('combobox', { name: 'Model of agents' }).click()
  await page.getByRole('option', { name: 'Second', exact: true }).click()
  await page.getByRole('combobox', { name: 'Effort' }).click()
  await page.getByRole('option', { name: 'Low', exact: true }).click()
  story.server().enqueue(textScript('At a quarter past six.'))
  await flow.start()
  await flow.is('done')
  expect(story.server().requests.at(-1)?.body).toMatchObject({ model: 'second', reasoning_effort: 'low' })
})
