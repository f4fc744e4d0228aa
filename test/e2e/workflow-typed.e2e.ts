import { execFileSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { drawnAt, inStoryLooks, LARGE, SMALL } from '../support/desktop/desktop-looks.ts'
import type { Person } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { createAgentModel } from '../support/models/agent-model.ts'
import { personWithWorkflows, type WorkflowPerson } from '../support/stories/workflow-person.ts'

const AUDIT = `export const meta = {
  name: 'low-water',
  description: 'Asks when the water is low.',
  args: { type: 'object', properties: { harbour: { type: 'string' } } },
}
return await agent('When is low water in ' + args.harbour + '?', { label: 'Clock' })
`
const COAST = `export const meta = {
  name: 'walk-coast',
  description: 'Walks along the coast.',
  args: {
    type: 'object',
    properties: {
      against: { type: 'string', format: 'branch', title: 'Compare against' },
      only: { type: 'array', items: { type: 'string', format: 'path' }, title: 'Only these paths' },
    },
  },
}
return await agent(JSON.stringify(args), { label: 'Walk' })
`
const model = createAgentModel({ answer: () => ({ say: 'At a quarter past six.' }) })
const story = tellStory({ inOrder: true, withModel: true, server: { respond: model.respond } })
story.write('person/my code/潮汐 tide/.orrery/workflows/low-water.js', AUDIT)
story.write('person/my code/潮汐 tide/.orrery/workflows/walk-coast.js', COAST)
let person: Person
let flow: WorkflowPerson

const field = (name: string) => person.page.getByLabel(name)
const editor = () => person.page.getByRole('textbox', { name: 'Script' })
const written = () => editor().locator('.cm-line').allInnerTexts()
const prompt = () => flow.detail.getByRole('textbox', { name: 'Prompt' })
const pickSaved = async () => {
  const list = person.page.getByRole('listbox', { name: 'Saved workflows' })
  await list.getByRole('option', { name: 'low-water' }).click()
  await flow.form.waitFor()
}
const elsewhereAndBack = async () => {
  await person.goTo('Chat')
  await person.message.waitFor()
  await person.goTo('Workflows')
}
const forkWhole = async () => {
  await person.button('More run actions').click()
  await person.page.getByRole('menuitem', { name: /^Fork/ }).click()
  await editor().waitFor()
}

const git = (...args: readonly string[]) => {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false']
  execFileSync('git', [...who, ...args], { cwd: story.project, stdio: 'ignore' })
}

beforeAll(async () => {
  git('init', '-q', '-b', 'main')
  git('commit', '-q', '--allow-empty', '-m', 'low water')
  git('branch', 'ebb')

  const desktop = await story.start()
  ;({ person, flow } = personWithWorkflows(desktop.page))
  await person.addProject(story.project)
  await person.trustFolder()
  await person.goTo('Workflows')
})

describe('what is typed before a run starts', () => {
  it('stays while the window gets narrow and wide again, and while another screen is looked at', async () => {
    await flow.choose('low-water')
    await drawnAt(story.desktop(), SMALL)
    await field('Harbour').fill('Emden')
    await flow.limit({ atOnce: 5, budget: 60_000 })
    await drawnAt(story.desktop(), LARGE)
    await elsewhereAndBack()
    expect(await field('Harbour').inputValue()).toBe('Emden')
    expect(await field('Stop at, output tokens').inputValue()).toBe('60000')
    expect(await person.page.getByRole('slider', { name: 'Agents at once' }).inputValue()).toBe('5')
  })

  it('goes along to a copy of the script that is edited', async () => {
    await person.button('Edit a copy').click()
    await editor().waitFor()
    expect(await field('Stop at, output tokens').inputValue()).toBe('60000')
    await pickSaved()
    expect(await field('Harbour').inputValue()).toBe('Emden')
  })

  it('goes when the person starts over, and with the run', async () => {
    await person.button('Start over').click()
    await expect.poll(() => field('Harbour').inputValue()).toBe('')
    await field('Harbour').fill('Leer')
    await flow.start()
    await flow.is('done')
    await flow.choose('low-water')
    expect(await field('Harbour').inputValue()).toBe('')
    await person.button('Cancel').click()
  })
})

describe('what is changed of a run before it is forked', () => {
  it('is kept of its script, over another screen and a window that was loaded again', async () => {
    await forkWhole()
    await editor().press('Control+End')
    await person.page.keyboard.insertText('// twice a day')
    await elsewhereAndBack()
    await editor().waitFor()
    expect(await written()).toContain('// twice a day')
    await person.page.reload()
    await person.goTo('Workflows')
    await forkWhole()
    expect(await written()).toContain('// twice a day')
  })

  it('is given up only when the person says so', async () => {
    await person.button('Start over').click()
    await expect.poll(written).not.toContain('// twice a day')
    await person.button('Cancel').click()
    await forkWhole()
    expect(await written()).not.toContain('// twice a day')
    await person.button('Cancel').click()
  })

  it('is kept of one prompt, in a window of any size', async () => {
    await flow.pick('Clock')
    await person.button('Edit prompt and fork', flow.detail).click()
    await prompt().fill('When is high water?')
    await drawnAt(story.desktop(), SMALL)
    await expect.poll(() => prompt().inputValue()).toBe('When is high water?')
    await person.button('Cancel', flow.detail).click()
    await drawnAt(story.desktop(), LARGE)
    await person.button('Edit prompt and fork', flow.detail).click()
    expect(await prompt().inputValue()).toBe('When is high water?')
    await person.button('Start over', flow.detail).click()
    expect(await prompt().inputValue()).toMatch(/^When is low water in Leer/)
  })
})

describe('a script on the clipboard', () => {
  const copied = (text: string) =>
    story.desktop().app.evaluate(({ clipboard }, what) => clipboard.writeText(what), text)

  it('is refused with a sentence when it is no script', async () => {
    await copied('correct horse battery staple')
    await flow.choose('low-water')
    await person.button('Paste').click()
    await person.page.getByText('There is no workflow script on the clipboard.').waitFor()
    expect(await person.page.content()).not.toContain('correct horse')
  })

  it('is opened to be looked at, changed and run', async () => {
    await copied(AUDIT.replaceAll('low', 'high'))
    await person.button('Paste').click()
    await editor().waitFor()
    expect(await written()).toContain("  name: 'high-water',")
    await person.page.getByText('No problems found').waitFor()
    await field('Harbour').fill('Emden')
    await flow.start()
    await flow.is('done')
    await flow.header.getByText('high-water').first().waitFor()
  })
})

describe('arguments that name a branch or places of the project', () => {
  const against = () => person.page.getByRole('combobox', { name: 'Compare against' })
  const only = () => person.page.getByRole('textbox', { name: 'Only these paths' })
  const option = (list: string, name: string) =>
    person.page.getByRole('listbox', { name: list }).getByRole('option', { name })

  it('offer the branches, by keyboard, and take any other name', async () => {
    await flow.choose('walk-coast')
    await against().focus()
    await against().press('ArrowDown')
    await option('Compare against', 'main').waitFor()
    await against().pressSequentially('eb')
    await option('Compare against', 'main').waitFor({ state: 'detached' })
    await option('Compare against', 'ebb').waitFor()
    await inStoryLooks(story.desktop(), 'workflow-branches')
    await against().press('Enter')
    await expect.poll(() => against().inputValue()).toBe('ebb')
    await against().fill('HEAD~3')
    await option('Compare against', 'ebb').waitFor({ state: 'detached' })
    expect(await against().inputValue()).toBe('HEAD~3')
  })

  it('complete paths, and say at the field that a path matches no file, with the one that was meant', async () => {
    await only().fill('src/tid')
    await option('Only these paths', 'src/tide.ts').waitFor()
    await only().press('Enter')
    await expect.poll(() => only().inputValue()).toBe('src/tide.ts')
    await only().fill('src/tide.ts\nsrx')
    await person.page.getByText('srx matches no file.').waitFor()
    await only().press('Escape')
    await inStoryLooks(story.desktop(), 'workflow-unmatched')
    await person.page.getByRole('button', { name: 'Did you mean src?' }).press('Enter')
    await expect.poll(() => only().inputValue()).toBe('src/tide.ts\nsrc')
    await person.page.getByText('srx matches no file.').waitFor({ state: 'detached' })
  })
})
