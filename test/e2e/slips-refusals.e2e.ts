import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import type { RecordedRequest } from '../support/models/model-server.ts'

type Wire = {
  readonly role: string
  readonly content?: unknown
  readonly tool_calls?: readonly { readonly id: string }[]
}
type Body = { readonly messages: readonly Wire[]; readonly tools?: unknown }
type Rule = { readonly refuses: string; readonly breaks: (body: Body) => boolean }

/** The rules of servers of several kinds, in the words of each. */
const STRICT: readonly Rule[] = [
  {
    refuses: 'System role not supported',
    breaks: ({ messages }) => messages.some(({ role }) => role === 'system'),
  },
  {
    refuses: 'messages.2.content: Input should be a valid string',
    breaks: ({ messages }) => messages.some(({ content }) => content === null),
  },
  {
    refuses: "Unexpected role 'user' after role 'tool'",
    breaks: ({ messages }) =>
      messages.some(({ role }, at) => role === 'user' && messages[at - 1]?.role === 'tool'),
  },
  {
    refuses: 'Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.',
    breaks: ({ messages }) =>
      messages.some(({ tool_calls = [] }) => tool_calls.some(({ id }) => !/^[A-Za-z0-9]{9}$/.test(id))),
  },
  {
    refuses: 'The request is not valid UTF-8: half of a surrogate pair.',
    breaks: (body) => /\\+ud[89a-f]/i.test(JSON.stringify(body)),
  },
]
const NO_LARGE_PICTURE: Rule = {
  refuses: 'image exceeds 5 MB maximum',
  breaks: (body) => JSON.stringify(body).includes('"image_url":{'),
}
const NO_TOOLS: Rule = {
  refuses: 'registry.ollama.ai/library/gemma:2b does not support tools',
  breaks: ({ messages, tools }) => tools !== undefined || messages.some(({ role }) => role === 'tool'),
}

const rules: Rule[] = [...STRICT]
const answers: Script[] = []
const refused: string[] = []
const taken: Body[] = []

function respond({ body }: RecordedRequest): Script {
  const asked = body as Body
  const broken = rules.find(({ breaks }) => breaks(asked))
  if (broken !== undefined) {
    refused.push(broken.refuses)
    return { status: 400, body: { error: { message: broken.refuses } } }
  }
  taken.push(asked)
  return answers.shift() ?? textScript('The script is at its end.')
}

const story = tellStory({ inOrder: true, withModel: true, server: { respond } })
const within = { timeout: PATIENCE_MS }
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
let person: Person

const shows = (text: string | RegExp) => person.conversation.getByText(text).first().waitFor(within)
const newest = () => JSON.stringify(taken.at(-1))

beforeAll(async () => {
  const { page } = await story.start()
  writeFileSync(join(story.project, 'tide.txt'), 'High water at noon.\n')
  person = personAt(page)
  await person.addProject(story.project)
})

describe('a server that refuses what others take', () => {
  it('is answered in its own way, each refusal once, and the work gets done', async () => {
    // The first run fails behind a call, so that the next message follows a result.
    answers.push(callScript([{ id: 'call_PTLP8xhu3uwZk4l3', name: 'read', args: { path: 'tide.txt' } }]), {
      status: 401,
      body: { error: { message: 'The key has expired.' } },
    })
    await person.say('When is the tide?')
    await shows(/The key has expired\./)
    await person.rests()

    answers.push(
      callScript([{ id: 'call_2', name: 'read', args: { path: 'moon\ud83c.txt' } }]),
      textScript('High water is at noon, and the moon has no file.'),
    )
    await person.say('I renewed it. Go on.')
    await shows('High water is at noon, and the moon has no file.')
    await person.rests()
    const known = STRICT.map(({ refuses }) => refuses).filter((words) => !words.includes('surrogate'))
    expect(refused.toSorted()).toEqual(known.toSorted())
    // The person hears of each, in the words of the server.
    for (const words of known) await shows(`“${words}”`)
    // Nothing of the conversation is lost on the way.
    for (const words of ['When is the tide?', 'High water at noon.', 'I renewed it.', 'moon\ufffd.txt']) {
      expect(newest()).toContain(words)
    }
    await shows(/moon.*does not exist/)
    await inStoryLooks(story.desktop(), 'slips.refusals')
  })

  it('never blocks a chat for a picture, and the person hears of it', async () => {
    rules.push(NO_LARGE_PICTURE)
    answers.push(textScript('I know only its name.'), textScript('Still here.'))
    const file = { name: 'tide.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') }
    await person.page.setInputFiles('input[type=file]', file)
    await person.page.getByRole('list', { name: 'Attachments' }).waitFor(within)
    await person.say('What is this?')
    await shows('I know only its name.')
    await shows(/refused a picture/)
    await person.rests()
    expect(newest()).toContain('tide.png (image/png), which the server refused to show you')
    const before = refused.length
    await person.say('And now?')
    await shows('Still here.')
    await person.rests()
    expect(refused).toHaveLength(before)
  })

  it('answers without tools where its model has none, and the person hears of it', async () => {
    rules.push(NO_TOOLS)
    answers.push(textScript('I answer without tools.'), textScript('Once more.'))
    await person.say('And without tools?')
    await shows('I answer without tools.')
    await shows(/takes no tools/)
    await person.rests()
    expect(newest()).toContain('High water at noon.')
    const before = refused.length
    await person.say('Again?')
    await shows('Once more.')
    await person.rests()
    expect(refused).toHaveLength(before)
    await inStoryLooks(story.desktop(), 'slips.refused')
  })
})
