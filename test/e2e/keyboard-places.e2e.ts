import { beforeAll, describe, expect, it } from 'vitest'
import { keyboardAt } from '../support/desktop/desktop-keyboard.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { createGate, textScript } from '../support/models/model-script.ts'

// From the first key to the last, no pointer is used; only the folder is added with one before.
const story = tellStory({ inOrder: true, withModel: true })
let person: Person

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
  story.server().enqueue(textScript('Two lines, I see.'))
  await person.say('One\nTwo')
  await person.reads('Two lines, I see.')
  await person.rests()
})

const { press, type, focused, focusIs, focusComposer } = keyboardAt(() => person.page)

describe('with the keyboard alone', () => {
  it('the places of the app are reached with Control and a digit', async () => {
    for (const [digit, title] of [
      ['5', 'Vault'],
      ['6', 'Models'],
      ['2', 'Workflows'],
      ['3', 'Agents'],
      ['4', 'Memory'],
    ] as const) {
      await press(`Control+${digit}`)
      await person.page.getByRole('heading', { name: title }).first().waitFor()
    }
    await press('Control+1')
    await person.message.waitFor()
  })

  it('the palette finds a chat, a screen and a theme', async () => {
    const palette = person.page.getByRole('dialog', { name: 'Search or run' })
    await press('Control+K')
    await palette.waitFor()
    await type('vault')
    await press('Enter')
    await palette.waitFor({ state: 'hidden' })
    await person.page.getByRole('heading', { name: 'Vault', level: 2 }).waitFor()
    await press('Control+K')
    await type('dark theme')
    await press('Enter')
    await expect
      .poll(() => person.page.evaluate(() => document.documentElement.dataset['theme']))
      .toBe('dark')
    await press('Control+K')
    await type('One')
    await palette.getByRole('option').first().waitFor()
    await press('Enter')
    await person.reads('Two lines, I see.')
  })

  it('a section of the settings is chosen with the arrow keys', async () => {
    await press('Control+6')
    await person.page.getByRole('navigation', { name: 'Settings sections' }).waitFor()
    for (let stop = 0; stop < 30 && (await focused()) !== 'Models'; stop += 1) await press('Tab')
    await press('ArrowDown', 'ArrowDown', 'Enter')
    await person.page.getByRole('heading', { name: 'Permissions' }).first().waitFor()
    await press('Control+1')
    await person.message.waitFor()
  })

  it('another model is chosen for a chat, and Escape chooses none', async () => {
    const models = person.page.getByRole('listbox', { name: 'Choose a model' })
    const chosen = () => person.page.getByRole('button', { name: /^Model:/ }).textContent()
    const toModels = async () => {
      await focusComposer()
      // Without it Tab passes the chat on to the next agent.
      await press('Escape')
      for (let stop = 0; stop < 6 && !(await focused()).startsWith('Model:'); stop += 1) await press('Tab')
      await focusIs(/^Model:/)
    }
    await toModels()
    await press('Enter')
    await models.waitFor()
    await press('ArrowDown', 'Escape')
    await models.waitFor({ state: 'hidden' })
    await focusIs(/^Model:/)
    expect(await chosen()).toContain('Scripted')
    await press('Enter')
    await models.waitFor()
    await type('Prac')
    await press('Enter')
    await models.waitFor({ state: 'hidden' })
    await expect.poll(chosen).toContain('Practice')
    await focusComposer()
    await type('what can you do?')
    await press('Enter')
    // Escape would stop an answer that has only begun.
    await person.reads('There is no AI in me')
    await person.rests()
    await toModels()
    await press('Enter')
    await models.waitFor()
    await type('Scripted')
    await press('Enter')
    await expect.poll(chosen).toContain('Scripted')
  })

  it('F6 goes from pane to pane and Escape leaves the palette where it was opened', async () => {
    await focusComposer()
    await press('Control+K', 'Escape')
    await focusIs('Message')
    const panes = new Set<string>()
    for (let stop = 0; stop < 5; stop += 1) {
      await press('F6')
      panes.add(
        await person.page.evaluate(
          () => document.activeElement?.closest('[data-pane]')?.getAttribute('aria-label') ?? '',
        ),
      )
    }
    expect([...panes]).toEqual(expect.arrayContaining(['Main', 'Projects and chats', 'Chat']))
  })

  it('the app is quit, with what is at work, and goes on at the next start', async () => {
    const gate = createGate()
    story.server().enqueue({
      steps: [
        { do: 'text', text: 'The first half' },
        { do: 'wait', gate },
        { do: 'finish', reason: 'stop' },
      ],
    })
    await focusComposer()
    await type('Tell me more')
    await press('Enter')
    await person.reads('The first half')
    const desktop = story.desktop()
    const gone = new Promise<void>((done) => desktop.app.process().once('exit', () => done()))
    // As the keyboard of the system would: what a page does not use goes to the menu.
    await desktop.app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      const key = { keyCode: 'Q', modifiers: ['control' as const] }
      window?.webContents.sendInputEvent({ type: 'keyDown', ...key })
      window?.webContents.sendInputEvent({ type: 'keyUp', ...key })
    })
    await gone
    gate.open()
    person = personAt((await story.start()).page)
    await person.reads('The first half')
    await person.button('Continue', person.conversation).waitFor()
  })
})
