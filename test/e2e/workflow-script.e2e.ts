import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import type { Person } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { createAgentModel } from '../support/models/agent-model.ts'
import { personWithWorkflows, type WorkflowPerson } from '../support/stories/workflow-person.ts'

const BROKEN = `export const meta = { name: 'low-water', description: 'Asks when the water is low.' }
phase('Ask')
return await agent('When is low water?', { label: 'Clock' }
`
const model = createAgentModel({ answer: () => ({ say: 'At a quarter past six.' }) })
const story = tellStory({ inOrder: true, withModel: true, server: { respond: model.respond } })
let person: Person
let flow: WorkflowPerson
let keys: ReturnType<typeof keysAt>

const editor = () => person.page.getByRole('textbox', { name: 'Script' })
const written = () => editor().locator('.cm-line').allInnerTexts()
/** Sets the language and loads the window again. */
const speak = async (locale: 'en' | 'zh-CN') => {
  await person.page.evaluate((chosen) => {
    const bridge = (window as unknown as { orrery: { call: (name: string, request: object) => unknown } })
      .orrery
    return bridge.call('settings.set', { locale: chosen })
  }, locale)
  await person.page.reload()
  await expect.poll(() => person.page.evaluate(() => document.documentElement.lang)).toBe(locale)
  await person.page.locator('nav').first().waitFor()
}
const toTheScript = async () => {
  await keys.press('Control+2')
  await keys.focusIs(/^Run workflow/)
  await keys.press('Enter')
  await keys.pressUntil('Shift+Tab', /^Unsaved script/)
  await keys.press('Enter')
  await editor().waitFor()
  await keys.focusIs('Script')
}

// Once the project is open, no pointer is used.
beforeAll(async () => {
  const desktop = await story.start()
  ;({ person, flow } = personWithWorkflows(desktop.page))
  keys = keysAt(desktop.page)
  await person.addProject(story.project)
})

describe('a script of their own, with the keyboard alone', () => {
  it('is begun, and what is wrong with it is said in its line', async () => {
    await keys.press('Control+2')
    await keys.focusIs(/^Run workflow/)
    await keys.press('Enter')
    await keys.pressUntil('Tab', /^New script/)
    await keys.press('Enter')
    await keys.focusIs('Script')
    await keys.press('Control+a')
    await keys.type(BROKEN)
    await person.page.getByText('1 problem').waitFor()
    await person.page.getByText(/^Line [34]: /).waitFor()
    await person.page.locator('.cm-lint-marker-error').waitFor()
    await person.button('Save').and(person.page.locator(':disabled')).waitFor()
  })

  it('is still there after another screen was looked at', async () => {
    await keys.press('Control+1')
    await person.message.waitFor()
    await keys.press('Control+2')
    await keys.focusIs('Script')
    expect(await written()).toContain("phase('Ask')")
  })

  it('is still there in a window that was loaded again', async () => {
    await keys.press('Control+End')
    await keys.type('// to be continued')
    await person.page.reload()
    await person.page.getByRole('navigation', { name: 'Main' }).waitFor()
    await toTheScript()
    expect(await written()).toContain('// to be continued')
    await person.page.getByText('1 problem').waitFor()
  })

  it('has what is wrong with it said in the language of the window', async () => {
    await speak('zh-CN')
    await keys.press('Control+2')
    await keys.focusIs(/^运行工作流/)
    await keys.press('Enter')
    await keys.pressUntil('Shift+Tab', /^未保存的脚本/)
    await keys.press('Enter')
    await person.page.getByText(/这不是有效的 JavaScript：/).waitFor()
    await speak('en')
    await toTheScript()
    await person.page.getByText(/This is not valid JavaScript: /).waitFor()
  })

  it('is mended and saved', async () => {
    await keys.press('Control+a')
    await keys.type(BROKEN.replace("'Clock' }", "'Clock' })"))
    await person.page.getByText('No problems found').waitFor()
    await keys.press('Control+s')
    await person.page.getByRole('form', { name: 'Launch low-water' }).waitFor()
    await keys.focusIs('low-water')
    const file = join(story.project, '.orrery/workflows/low-water.js')
    expect(readFileSync(file, 'utf8')).toContain("label: 'Clock' })")
    expect(await person.button('Unsaved script').count()).toBe(0)
  })

  it('is run to its end', async () => {
    await keys.press('Control+Enter')
    await flow.is('done')
    await flow.agent('Clock').waitFor()
  })

  it('is changed as a copy that takes its place, once the button says so', async () => {
    await keys.press('Control+2')
    await keys.pressUntil('Tab', /^Run workflow/)
    await keys.press('Enter')
    await keys.pressUntil('ArrowDown', /^low-water/)
    await keys.press('Enter')
    await keys.pressUntil('Tab', /^Edit a copy/)
    await keys.press('Enter')
    await keys.focusIs('Script')
    await keys.press('Control+Home')
    await keys.type('// Twice a day.\n')
    const replace = person.button('Replace low-water')
    await replace.and(person.page.locator(':enabled')).waitFor()
    await inStoryLooks(story.desktop(), 'workflow-script')
    await keys.press('Control+s')
    // The form beside the editor has this name too, so only the file shows that it was saved.
    const file = join(story.project, '.orrery/workflows/low-water.js')
    await expect.poll(() => readFileSync(file, 'utf8')).toMatch(/^\/\/ Twice a day\.\n/)
    await keys.focusIs('low-water')
  })
})
