import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ inOrder: true })
let person: Person

const TIDE = 'src/tide.ts'
const at = (path: string) => join(story.project, path)
const text = (path: string) => readFile(at(path), 'utf8')
const tree = () => person.page.getByRole('tree', { name: 'Files changed' })
const row = (name: string) => tree().getByRole('treeitem', { name })
const panel = () => person.page.getByRole('region', { name: 'Files to restore' })
/** Takes back what a toast has told. */
const takeBack = (told: string | RegExp, by = 'Undo') =>
  person.button(by, person.page.getByRole('alert').filter({ hasText: told }).last()).click()
const press = (key: string) => person.page.keyboard.press(key)

/** Puts the cursor on a line of the tree with the keyboard alone. */
const goTo = async (name: string) => {
  await row(name).first().waitFor()
  await tree().locator('[tabindex="0"]').first().focus()
  await press('Home')
  const wanted = row(name).first()
  for (let step = 0; step < 12; step += 1) {
    if ((await wanted.getAttribute('aria-selected')) === 'true') return
    await press('ArrowDown')
  }
  throw new Error(`The keyboard does not get to ${name}.`)
}

/** Asks for undo or redo of the line, and does it with Enter after the preview. */
const putWith = async (key: 'u' | 'r', button: string | RegExp) => {
  await press(key)
  await panel().waitFor()
  const act = person.button(button, panel())
  await expect.poll(() => act.getAttribute('aria-disabled')).toBe('false')
  await press('Enter')
  await panel().waitFor({ state: 'hidden' })
}

beforeAll(async () => {
  // In the sandbox the command of this story would run unasked where the system has one.
  const sandbox = '[sandbox]\nmode = "off"\n'
  const model = modelLines(story.server().baseUrl, sandbox)
  story.write('home/config.toml', `permissionMode = "accept_edits"\n${model}`)
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

describe('what an agent did to files', () => {
  it('is listed by run, with how much', async () => {
    story.server().enqueue(
      callScript([
        { name: 'read', args: { path: TIDE } },
        { name: 'read', args: { path: 'README.md' } },
      ]),
      callScript([
        { name: 'edit', args: { path: TIDE, old_text: 'HOURS = 12', new_text: 'HOURS = 13' } },
        { name: 'edit', args: { path: 'README.md', old_text: 'small', new_text: 'large' } },
        { name: 'write', args: { path: 'notes/moon.md', content: 'High at noon.\n' } },
      ]),
      textScript('Three files are other ones now.'),
    )
    await person.say('Change things.')
    await person.reads('Three files are other ones now.')
    await person.rests()
    for (const name of ['Change things.', 'tide.ts src', 'README.md', 'moon.md notes'])
      await row(name).waitFor()
    await expect
      .poll(() => row('tide.ts src').getAttribute('aria-description'))
      .toBe('Lines: 1 added, 1 removed')
    await inStoryLooks(story.desktop(), 'undo.list')
  })

  it('is looked at, undone and made again, one file, with the keyboard', async () => {
    await goTo('README.md')
    await press('Enter')
    await panel().getByRole('heading', { name: 'Changes by agents' }).waitFor()
    await panel().getByRole('figure', { name: 'Changes to README.md' }).waitFor()
    await inStoryLooks(story.desktop(), 'undo.look')
    await press('Escape')
    await panel().waitFor({ state: 'hidden' })
    await goTo('README.md')
    await press('u')
    await row('README.md undone').waitFor()
    expect(await text('README.md')).toContain('A small clock')
    expect(await panel().isVisible()).toBe(false)
    expect(await text(TIDE)).toContain('HOURS = 13')

    await goTo('README.md')
    await press('r')
    await expect.poll(() => text('README.md')).toContain('A large clock')
  })

  it('is undone and redone on the card of the change, at once', async () => {
    const card = person.entries('Tool Edit').filter({ hasText: TIDE })
    await person.button(`Undo ${TIDE}`, card).click()
    await expect.poll(() => text(TIDE)).toContain('HOURS = 12')
    expect(await panel().isVisible()).toBe(false)
    await person.button(`Redo ${TIDE}`, card).waitFor()
    await inStoryLooks(story.desktop(), 'undo.card')
    await takeBack('1 file restored.', 'Redo')
    await expect.poll(() => text(TIDE)).toContain('HOURS = 13')
    await person.button(`Undo ${TIDE}`, card).waitFor()
  })

  it('is undone by the run, and what was made is gone', async () => {
    await goTo('Change things.')
    await putWith('u', 'Undo 3 files')
    expect([await text(TIDE), await text('README.md')].join('')).toMatch(/HOURS = 12[\s\S]*A small clock/)
    expect(existsSync(at('notes'))).toBe(false)
    await takeBack('3 files restored.', 'Redo')
    await expect.poll(() => existsSync(at('notes/moon.md'))).toBe(true)
    expect(await text('README.md')).toContain('A large clock')
  })

  it('does not overwrite what somebody else has made of a file since, unless that is chosen', async () => {
    await writeFile(at('README.md'), '# Tide\n\nA large clock of mine.\n')
    await person.page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect
      .poll(() => row('README.md').getAttribute('aria-description'))
      .toContain('Another program or person')
    await goTo('README.md')
    await press('u')
    const card = panel().getByRole('article', { name: 'README.md' })
    await card.getByRole('heading', { name: 'Changes by others since' }).waitFor()
    await card.getByRole('heading', { name: 'Result' }).waitFor()
    await person.button('Undo 0 files', panel()).waitFor()
    await inStoryLooks(story.desktop(), 'undo.conflict')
    await card.getByRole('checkbox', { name: /^Overwrite the current/ }).click()
    await person.button('Undo 1 file', panel()).click()
    await panel().waitFor({ state: 'hidden' })
    expect(await text('README.md')).toContain('A small clock')
    await takeBack('1 file restored.', 'Redo')
    await expect.poll(() => text('README.md')).toContain('of mine')
  })
})

describe('files that go along with the conversation', () => {
  const rewind = async () => {
    await person.entries('Assistant').filter({ hasText: 'Three files' }).hover()
    await person.button('Rewind to here').last().click()
    await panel().getByRole('article', { name: TIDE }).waitFor()
    await person.button('Rewind and restore 1 file', panel()).click()
    await panel().waitFor({ state: 'hidden' })
    await person.conversation.getByText('Now it is fourteen.').waitFor({ state: 'hidden' })
  }

  it('go back and forward with it', async () => {
    story
      .server()
      .enqueue(
        callScript([{ name: 'read', args: { path: TIDE } }]),
        callScript([{ name: 'edit', args: { path: TIDE, old_text: 'HOURS = 13', new_text: 'HOURS = 14' } }]),
        textScript('Now it is fourteen.'),
      )
    await person.say('One more hour.')
    await person.reads('Now it is fourteen.')
    await person.rests()
    await rewind()
    expect(await text(TIDE)).toContain('HOURS = 13')
    await takeBack('Rewound to here and restored 1 file.')
    await person.reads('Now it is fourteen.')
    await expect.poll(() => text(TIDE)).toContain('HOURS = 14')

    await rewind()
    await person.button('Go forward', person.conversation).click()
    await person.button('Go forward and redo changes to 1 file').click()
    await person.reads('Now it is fourteen.')
    await expect.poll(() => text(TIDE)).toContain('HOURS = 14')
  })

  it('are told truly after the plug was pulled', async () => {
    await rewind()
    await story.desktop().kill()
    person = personAt((await story.start()).page)
    await person.reads('Three files are other ones now.')
    expect(await person.conversation.getByText('Now it is fourteen.').count()).toBe(0)
    expect(await text(TIDE)).toContain('HOURS = 13')
    await row('One more hour. undone').waitFor()
    await goTo('One more hour.')
    await putWith('r', 'Redo 1 file')
    expect(await text(TIDE)).toContain('HOURS = 14')
  })

  it('are offered with a message that is sent again', async () => {
    await person.entries('You').first().hover()
    await person.button('Edit and send again').first().click()
    const along = person.page.getByRole('checkbox', { name: /^Also restore \d files?$/ })
    await along.click()
    story.server().enqueue(textScript('Then I leave them.'))
    const box = person.page.getByRole('textbox', { name: 'Edit and send again' })
    await box.focus()
    await box.fill('Leave things.')
    await inStoryLooks(story.desktop(), 'undo.resend')
    await box.press('Enter')
    await person.reads('Then I leave them.')
    await person.rests()
    expect([await text(TIDE), existsSync(at('notes'))]).toEqual([expect.stringContaining('= 12'), false])
    expect(await text('README.md')).toContain('of mine')
  })
})

describe('the branches of a chat', () => {
  it('are a tree in which one goes about with the keyboard, and comes back', async () => {
    await person.button('Show all branches').first().focus()
    await press('Enter')
    const branches = person.page.getByRole('tree', { name: 'Branches' })
    const shown = branches.getByRole('treeitem', { name: /^current Leave things\. 2 messages/ })
    await shown.waitFor()
    await expect.poll(() => shown.getAttribute('aria-description')).toBe('Branch 2 of 2')
    await expect.poll(() => shown.evaluate((item) => item === document.activeElement)).toBe(true)
    await press('ArrowUp')
    await press('Enter')
    await branches.waitFor({ state: 'hidden' })
    await person.reads('Three files are other ones now.')
    await takeBack('Switched to another branch of this chat.')
    await person.reads('Then I leave them.')
  })
})

describe('what a command of an agent changes', () => {
  it('is listed as that, and goes back with the run', async () => {
    await writeFile(at('words.txt'), 'mine\n')
    const command = 'mkdir made; echo new > made/by-command.txt; echo other > words.txt'
    story.server().enqueue(callScript([{ name: 'bash', args: { command } }]), textScript('It has run.'))
    await person.say('Run it.')
    await person.button('Allow once', person.approval).click()
    await person.reads('It has run.')
    await person.rests()
    await person.entries('Tool Bash').filter({ hasText: '2 files changed' }).waitFor()
    for (const name of ['by-command.txt made', 'words.txt'])
      await expect.poll(() => row(name).getAttribute('aria-description')).toContain('by a command')
    await inStoryLooks(story.desktop(), 'undo.command')
    await goTo('Run it.')
    await press('u')
    await panel().getByRole('article', { name: 'words.txt' }).waitFor()
    await inStoryLooks(story.desktop(), 'undo.command-preview')
    await person.button('Undo 2 files', panel()).click()
    await panel().waitFor({ state: 'hidden' })
    expect([await text('words.txt'), existsSync(at('made'))]).toEqual(['mine\n', false])
  })
})

describe('another answer', () => {
  it('starts from the files as they were at the question, without what somebody else has made of them', async () => {
    const hours = (from: number, to: number) => ({
      name: 'edit',
      args: { path: TIDE, old_text: `HOURS = ${from}`, new_text: `HOURS = ${to}` },
    })
    story
      .server()
      .enqueue(
        callScript([{ name: 'read', args: { path: TIDE } }]),
        callScript([hours(12, 15)]),
        textScript('Fifteen, then.'),
      )
    await person.say('Find the hours.')
    await person.reads('Fifteen, then.')
    await person.rests()
    await person.entries('Assistant').filter({ hasText: 'Fifteen' }).hover()
    await person.button('Answer again').last().click()
    await panel().getByRole('heading', { name: 'Answer again' }).waitFor()
    await panel().getByRole('article', { name: TIDE }).waitFor()
    story.server().enqueue(textScript('Twelve is right.'))
    await person.button('Restore 1 file and answer again', panel()).click()
    await person.reads('Twelve is right.')
    await person.rests()
    expect(await text(TIDE)).toContain('HOURS = 12')
    expect(await text('README.md')).toContain('of mine')
    expect(await person.conversation.getByText('Fifteen, then.').count()).toBe(0)
  })
})

describe('the inspector', () => {
  it('shows changed files before agents and speeds', async () => {
    const titles = await person.page
      .getByRole('complementary', { name: 'Inspector' })
      .getByRole('heading', { level: 3 })
      .allTextContents()
    const at = (title: string) => titles.indexOf(title)
    expect([at('Context'), at('Cost'), at('Files changed'), at('Speed')]).not.toContain(-1)
    expect(at('Files changed')).toBeGreaterThan(at('Cost'))
    expect(at('Files changed')).toBeLessThan(at('Speed'))
  })
})

describe('a disk that has become read-only', () => {
  it('is named with what was kept and what to do, and the change goes back once it can', async () => {
    const change = { path: TIDE, old_text: 'HOURS = 12', new_text: 'HOURS = 11' }
    story
      .server()
      .enqueue(
        callScript([{ name: 'read', args: { path: TIDE } }]),
        callScript([{ name: 'edit', args: change }]),
        textScript('Eleven, then.'),
      )
    await person.say('Take eleven.')
    await person.reads('Eleven, then.')
    await person.rests()
    const folder = at('src')
    execFileSync('mount', ['--bind', folder, folder])
    try {
      execFileSync('mount', ['-o', 'remount,bind,ro', folder])
      await goTo('Take eleven.')
      await press('u')
      await person.button('Undo 1 file', panel()).click()
      await panel().getByText(`${TIDE} was left as it is: its disk is read-only. Its copy is kept.`).waitFor()
      expect(await text(TIDE)).toContain('HOURS = 11')
    } finally {
      execFileSync('umount', ['-l', folder])
    }
    await person.button('Undo 1 file', panel()).click()
    await panel().waitFor({ state: 'hidden' })
    expect(await text(TIDE)).toContain('HOURS = 12')
  })
})
