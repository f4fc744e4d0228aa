import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { clipboardText } from '../support/desktop/desktop-shell.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { textScript } from '../support/models/model-script.ts'

const numbered = (count: number, line: (index: number) => string, between = '\n') =>
  Array.from({ length: count }, (_, index) => line(index)).join(between)

/** Answers that are small to write and large to draw. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['quotes', `${'> '.repeat(5_000)}deep`],
  ['quotes without spaces', '>'.repeat(100_000)],
  ['lists', `${'- '.repeat(2_500)}deep`],
  ['lists in quotes', `${'> - '.repeat(1_500)}deep`],
  ['emphasis', `${'_*'.repeat(3_000)}x`],
  ['formulas', numbered(3_000, (index) => `$x_{${index}}^2$`, ' ')],
  ['marks on one letter', `Z${'\u0351\u0350\u0352'.repeat(20_000)}`],
  ['open links', '[a]('.repeat(20_000)],
  ['back-ticks', numbered(800, (index) => `${'`'.repeat(index + 1)}x`, ' ')],
  ['a table', `${'|a'.repeat(3_000)}|\n${'|-'.repeat(3_000)}|\n${`${'|b'.repeat(3_000)}|\n`.repeat(20)}`],
  [
    'a diagram of messages',
    `\`\`\`mermaid\nsequenceDiagram\n${numbered(900, (index) => `A->>B: m${index}`)}\n\`\`\``,
  ],
  [
    'a diagram of milliseconds',
    '```mermaid\ngantt\ndateFormat YYYY-MM-DD\naxisFormat %d\ntickInterval 1millisecond\nsection A\na :a1, 2000-01-01, 9000d\n```',
  ],
]

/** A summary of a large chat in the background would take the script of the next answer. */
const UNASKED = '\n[chats]\nsummaries = false\n'

describe('answers that are hard to draw', () => {
  const story = tellStory({ withModel: true, inOrder: true, more: UNASKED })
  let person: Person

  beforeAll(async () => {
    person = personAt((await story.start()).page)
    await person.addProject(story.project)
  })

  it.each(HOSTILE)('leave the chat usable: %s', async (name, text) => {
    await person.button('New chat').first().click()
    story.server().enqueue(textScript(`${text}\n\nThat was ${name}.`))
    await person.say(`Show me ${name}.`)
    await person.reads(`That was ${name}.`)
    await person.rests()
    await person.message.fill('Still here')
    await person.message.fill('')
  })

  it('open again after a restart', async () => {
    await story.desktop().quit()
    person = personAt((await story.start()).page)
    await person.reads(`That was ${HOSTILE.at(-1)?.[0]}.`)
    story.server().enqueue(textScript('Good morning.'))
    await person.say('Good morning.')
    await person.reads('Good morning.')
    await person.rests()
  })
})

describe('a chat that cannot be drawn', () => {
  const story = tellStory({ withModel: true, inOrder: true, more: UNASKED })
  let person: Person

  /** The list of messages cannot be drawn without this. */
  const breakDrawing = (how: 'fails' | 'hangs') =>
    person.page.evaluate((way) => {
      const { prototype } = ResizeObserver
      const { observe } = prototype
      prototype.observe = function (target, options) {
        const isInChat = target.closest('[role="log"]') !== null
        while (isInChat && way === 'hangs');
        if (isInChat) throw new Error('Out of order.')
        observe.call(this, target, options)
      }
    }, how)
  const open = (title: string) => person.sessions.getByText(title).click()
  const notice = () =>
    person.page.getByText('“First” was not opened because it could not be displayed last time.')

  beforeAll(async () => {
    person = personAt((await story.start()).page)
    await person.addProject(story.project)
    for (const word of ['First', 'Second']) {
      story.server().enqueue(textScript(`**${word}** answer.`))
      await person.say(word)
      await person.reads(`${word} answer.`)
      await person.rests()
      await person.button('New chat').first().click()
    }
  })

  it('is plain text beside its list of chats, can be copied and written to', async () => {
    await breakDrawing('fails')
    await open('First')
    await person.reads('**First** answer.')
    await person.page.getByText('This conversation could not be displayed.').waitFor()
    await person.button('Copy the conversation').click()
    await expect.poll(() => clipboardText(story.desktop().app)).toContain('**First** answer.')
    story.server().enqueue(textScript('*Still* here.'))
    await person.say('Are you there?')
    await person.reads('*Still* here.')
    await person.rests()
    await person.button('New chat').first().click()
    await person.conversation.waitFor({ state: 'hidden' })
    await open('First')
    await person.reads('**First** answer.')
  })

  it('is not opened at the next start, which names it and can show it as plain text', async () => {
    await story.desktop().quit()
    person = personAt((await story.start()).page)
    await notice().waitFor()
    await person.sessions.getByText('Second').waitFor()
    await person.button('Open as plain text').click()
    await person.reads('**First** answer.')
    await person.button('Show formatted').click()
    await person.reads('First answer.')
    await person.reads('Still here.')
  })

  it('opens at the start again once it was drawn', async () => {
    await story.desktop().quit()
    person = personAt((await story.start()).page)
    await person.reads('First answer.')
    expect(await notice().count()).toBe(0)
  })

  it('is not opened at the next start either when the window hung and was killed', async () => {
    await open('Second')
    await person.reads('Second answer.')
    await breakDrawing('hangs')
    // The click is not answered any more.
    await person.sessions
      .getByText('First')
      .click({ timeout: 2_000 })
      .catch(() => undefined)
    await story.desktop().kill()
    person = personAt((await story.start()).page)
    await notice().waitFor()
    await open('Second')
    await person.reads('Second answer.')
  })
})
