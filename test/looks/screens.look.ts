import { execFileSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { chooseChinese, inEveryLook, LARGE } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt, type Surface } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, createGate, type ScriptStep, textScript } from '../support/models/model-script.ts'

const story = tellStory({ inOrder: true, withModel: true })
let person: Person

const show = (name: string) => inEveryLook(story.desktop(), name)

const ANSWER: readonly ScriptStep[] = [
  {
    do: 'text',
    text: `The period lives in \`src/tide.ts\`. Two things are worth a look:

1. The constant is **twelve hours**, but a lunar tide takes about 12 h 25 min.
2. Nothing calls \`next\` yet.

\`\`\`ts
export const PERIOD_HOURS = 12.42
\`\`\`

| part | now | then |
|---|---|---|
| period | 12 h | 12 h 25 min |

I will change the constant and run the tests.`,
  },
]

beforeAll(async () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: story.project, stdio: 'ignore' })
  git('init', '-q', '-b', 'main')
  story.write('person/my code/harbour/package.json', '{ "name": "harbour" }')
  story.write('person/my code/field notes/README.md', '# Notes')
  person = personAt((await story.start({ size: LARGE })).page)
})

describe('a chat in the app, dark and light, large and small', () => {
  it('welcome', async () => {
    await person.page.getByRole('heading', { name: 'Start with a folder' }).waitFor()
    await show('welcome')
  })

  it('chat that has not begun', async () => {
    await person.addProject(story.project)
    await show('chat-new')
  })

  it('chat with an approval', async () => {
    story.server().enqueue(
      callScript([
        { name: 'read', args: { path: 'src/tide.ts' } },
        { name: 'grep', args: { pattern: 'PERIOD' } },
      ]),
      { steps: [...ANSWER, ...edit, { do: 'finish', reason: 'tool_calls' }] },
      callScript([{ name: 'bash', args: { command: 'node --test', timeout_ms: 60_000 } }]),
      textScript('All good: the period is right and the tests pass.'),
    )
    await person.say('The tide seems to come early. Where is its period, and is it right?')
    await person.approval.waitFor()
    await person.conversation.locator('pre, table').first().waitFor()
    await show('chat-approval')
  })

  it('chat with a command to approve, and at rest', async () => {
    await person.button('Allow once', person.approval).click()
    await person.approval.getByText('node --test').first().waitFor()
    await show('chat-command')
    await person.button('Allow once', person.approval).click()
    await person.reads('All good')
    await person.rests()
    await show('chat-idle')
  })

  it('chat at work, with queued messages', async () => {
    const gate = createGate()
    story.server().enqueue(
      {
        steps: [
          { do: 'reasoning', text: 'Hm.' },
          { do: 'text', text: 'Looking at the harbour' },
          { do: 'wait', gate },
        ],
      },
      textScript('Done.'),
      textScript('Done.'),
    )
    await person.say('And the harbour?')
    await person.reads('Looking at the harbour')
    await person.message.fill('Mind the moon as well')
    await person.message.press('Enter')
    await person.message.fill('Then write it into the README')
    await person.message.press('Alt+Enter')
    await person.page.getByRole('list', { name: 'Queued messages' }).getByText('Then write').waitFor()
    await show('chat-running')
    await person.stop.click()
    await person.rests()
    gate.open()
    story.server().forget()
  })

  it('chat with a failure', async () => {
    await person.projects.getByRole('button', { name: 'New chat', exact: true }).first().click()
    story.server().enqueue({ status: 401, body: { error: { message: 'No such key' } } })
    await person.say('Does the key work?')
    await person.page.getByRole('button', { name: 'Open settings' }).waitFor()
    await show('chat-failure')
  })
})

describe('in Chinese', () => {
  it('shows every place in the language that is set', async () => {
    const { page } = person
    await chooseChinese(page)
    const menu = await story
      .desktop()
      .app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label))
    expect(menu).toEqual(['文件', '编辑', '视图', '转到', '帮助'])
    const names: Surface[] = ['Chat', 'Workflows', 'Agents', 'Memory', 'Vault', 'Settings']
    for (const [index, name] of names.entries()) {
      await page.keyboard.press(`Control+${index + 1}`)
      await page.locator('main [data-pane]').first().waitFor()
      await show(`zh-${name.toLowerCase()}`)
      // What is left in English are names: of programs, files and keys.
      expect(await page.locator('h1, h2, h3').allTextContents()).toEqual(
        expect.not.arrayContaining([
          expect.stringMatching(/^(Vault|Models|Settings|Workflows|Agents|Memory)$/),
        ]),
      )
    }
  })
})

const edit: readonly ScriptStep[] = [
  {
    do: 'call',
    index: 0,
    id: 'call_edit',
    name: 'edit',
    args: JSON.stringify({
      path: 'src/tide.ts',
      old_text: 'export const PERIOD_HOURS = 12\n',
      new_text: '/** Half a lunar day. */\nexport const PERIOD_HOURS = 12.42\n',
    }),
  },
]
