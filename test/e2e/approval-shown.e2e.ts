import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { inboxAt } from '../support/stories/inbox-person.ts'

const story = tellStory({ inOrder: true, withModel: true })
const within = { timeout: PATIENCE_MS }
const FOLDER = `src/${'very-long-folder-name-number-one/'.repeat(5)}`
const MANY = `${Array.from({ length: 2_100 }, (_, index) => `line ${index}`).join('\n')}\nEVIL-TAIL()\n`
/** More than an approval can show. */
const HUGE = `${'a'.repeat(99)}\n`.repeat(11_000)
let person: Person

const card = () => person.approval
const allow = () => person.button('Allow once', card())
const made = (name: string) => existsSync(join(story.project, name))
/** Has the agent make one call, and waits for its card. */
const asks = async (name: string, args: Readonly<Record<string, unknown>>) => {
  story.server().enqueue(callScript([{ name, args }]), textScript('So be it.'))
  await person.say('Go on.')
  await card().waitFor()
}
const deny = async () => {
  await person.button('Deny', card()).click()
  await person.rests()
}

beforeAll(async () => {
  const { page } = await story.start()
  writeFileSync(join(story.project, 'huge.txt'), HUGE)
  person = personAt(page)
  await person.addProject(story.project)
})

describe('the card of a command', () => {
  it('shows direction controls as codes, in their place, also in the rule it would save', async () => {
    await asks('bash', { command: 'echo "\u202e# txt.swen etirw ;" ; rm -rf src \u202c' })
    await card().getByRole('img', { name: 'Direction control U+202E' }).first().waitFor()
    expect(await card().locator('pre').textContent()).toBe(
      '$ echo "U+202E# txt.swen etirw ;" ; rm -rf src U+202C',
    )
    await inStoryLooks(story.desktop(), 'approval.bidi')
    await deny()
  })

  it('shows what is invisible, and letters that pass for others', async () => {
    const hidden = [...'; rm'].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('')
    await asks('bash', { command: `gіt status\u200b${hidden}` })
    await card().getByRole('img', { name: 'Look-alike character U+0456' }).first().waitFor()
    await card().getByRole('img', { name: 'Invisible character U+E003B' }).first().waitFor()
    expect(await card().locator('pre').textContent()).toBe(
      '$ gі U+0456t statusU+200BU+E003BU+E0020U+E0072U+E006D',
    )
    await deny()
  })

  it('says that it reaches outside the project', async () => {
    await asks('bash', { command: 'cat /etc/hostname' })
    await card().getByText('This reaches outside the project.').waitFor()
    await deny()
  })

  it('is read to its end before it can be allowed', async () => {
    await asks('bash', { command: `ls${'\n'.repeat(300)}touch read.txt` })
    await person.button('Review', card()).click()
    const panel = person.page.getByRole('region', { name: 'Review' })
    const once = person.button('Allow once', panel)
    await panel.getByText('Read to the end to allow this.').waitFor()
    expect(await once.isDisabled()).toBe(true)
    await keysAt(person.page).press('Control+Enter')
    expect(made('read.txt')).toBe(false)
    await keysAt(person.page).press('End')
    await panel.getByText('Read to the end to allow this.').waitFor({ state: 'detached' })
    await once.click()
    await expect.poll(() => made('read.txt'), within).toBe(true)
    await person.rests()
  })
})

describe('the card of a change', () => {
  it('wraps what stands far to the right', async () => {
    await asks('write', { path: 'src/h.js', content: `ok();${' '.repeat(400)}evil();\n` })
    const evil = card().getByText('evil();')
    await evil.waitFor()
    const box = await evil.boundingBox()
    const around = await card().boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((around?.x ?? 0) + (around?.width ?? 0))
    await inStoryLooks(story.desktop(), 'approval.wrapped')
    await deny()
  })

  it('shows direction controls in code', async () => {
    await asks('write', {
      path: 'src/t.js',
      content: 'if (user !== "admin\u202e \u2066// check\u2069 \u2066") { go() }\nconst a\u200b = 1\n',
    })
    await card().getByRole('img', { name: 'Direction control U+202E' }).waitFor()
    await card().getByRole('img', { name: 'Invisible character U+200B' }).waitFor()
    expect(await card().getByRole('figure').textContent()).toContain(
      'adminU+202E U+2066// checkU+2069 U+2066")',
    )
    await deny()
  })

  it('shows the name of the file at the end of a long path, and that it is outside', async () => {
    await asks('write', { path: `../${FOLDER}.bashrc`, content: 'x\n' })
    await card().getByText('This reaches outside the project.').waitFor()
    const path = card().getByText('.bashrc').first()
    const box = await path.boundingBox()
    const around = await card().boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((around?.x ?? 0) + (around?.width ?? 0))
    await inStoryLooks(story.desktop(), 'approval.outside')
    await deny()
  })

  it('begins on the card when it is long, with its path and its lines', async () => {
    await asks('write', { path: 'much.md', content: MANY })
    await card().getByText('much.md').first().waitFor()
    await card().getByText('+2101').waitFor()
    await card().getByText('line 7', { exact: true }).waitFor()
    expect(await card().getByText('line 8', { exact: true }).count()).toBe(0)
    expect(await allow().count()).toBe(0)
    await inStoryLooks(story.desktop(), 'approval.long')
  })

  it('is allowed once it was paged to its end', async () => {
    await person.button('Review', card()).click()
    const panel = person.page.getByRole('region', { name: 'Review' })
    const next = person.button('Next page', panel)
    await panel.getByText('Page 1 of 6').waitFor()
    expect(await person.button('Allow once', panel).isDisabled()).toBe(true)
    await inStoryLooks(story.desktop(), 'approval.review')
    for (let page = 2; page <= 6; page += 1) {
      await next.click()
      await panel.getByText(`Page ${page} of 6`).waitFor()
    }
    await panel.getByText('EVIL-TAIL()').scrollIntoViewIfNeeded()
    await panel.getByRole('group', { name: 'Review' }).press('End')
    await panel.getByText('Read to the end to allow this.').waitFor({ state: 'detached' })
    await person.button('Allow once', panel).click()
    await expect.poll(() => made('much.md'), within).toBe(true)
    expect(readFileSync(join(story.project, 'much.md'), 'utf8')).toBe(MANY)
    await person.rests()
  })

  it('cannot be allowed when it is too large to be shown', async () => {
    story.server().enqueue(callScript([{ name: 'read', args: { path: 'huge.txt' } }]))
    await asks('write', { path: 'huge.txt', content: 'x\n' })
    await person.button('Review', card()).click()
    const panel = person.page.getByRole('region', { name: 'Review' })
    await panel.getByText(/too large to be shown whole/).waitFor()
    expect(await person.button('Allow once', panel).isDisabled()).toBe(true)
    await person.button('Deny', panel).click()
    await person.rests()
    expect(readFileSync(join(story.project, 'huge.txt'), 'utf8')).toBe(HUGE)
  })
})

describe('the row of a question', () => {
  it('shows what the person answered', async () => {
    story
      .server()
      .enqueue(callScript([{ name: 'ask', args: { prompt: 'Which tide?' } }]), textScript('High it is.'))
    await person.say('Ask me.')
    await person.page.getByRole('textbox', { name: 'Answer' }).fill('The high one')
    await person.button('Answer').click()
    await person.entries('Tool Ask').getByText('Answer: The high one').waitFor()
    await person.rests()
  })
})

describe('the approval inbox', () => {
  it('does not allow a long change before its end was in sight', async () => {
    const keys = keysAt(person.page)
    await asks('write', { path: 'inbox.md', content: 'Line.\n'.repeat(300) })
    await keys.press('Control+3')
    const inbox = inboxAt(person, keys)
    await inbox.shows('inbox.md')
    await inbox.enter()
    await keys.press('v')
    await inbox.region.getByText('Read to the end to allow this.').waitFor()
    expect(await person.button('Allow once', inbox.region).isDisabled()).toBe(true)
    await person.button('Deny', inbox.region).scrollIntoViewIfNeeded()
    await expect.poll(() => person.button('Allow once', inbox.region).isEnabled()).toBe(true)
    await inbox.answer('once', 'inbox.md')
    await expect.poll(() => made('inbox.md'), within).toBe(true)
  })
})
