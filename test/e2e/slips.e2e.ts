import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, type Script, type ScriptStep, textScript } from '../support/models/model-script.ts'

const story = tellStory({ inOrder: true, withModel: true })
/** The turn limit of this story. The first message takes eleven. */
const MOST_TURNS = 14
const within = { timeout: PATIENCE_MS }
let person: Person

const ends = (reason: string, ...steps: ScriptStep[]): Script => ({
  steps: [...steps, { do: 'finish', reason }],
})
const call = (name: string, args: string, id?: string): ScriptStep => ({
  do: 'call',
  index: 0,
  name,
  args,
  ...(id === undefined ? {} : { id }),
})
const json = JSON.stringify
const made = (name: string) => existsSync(join(story.project, name))
const shows = (text: string | RegExp) => person.conversation.getByText(text).first().waitFor(within)

beforeAll(async () => {
  const config = join(story.home, 'config.toml')
  writeFileSync(config, `[runs]\nmaxTurns = ${MOST_TURNS}\n\n${readFileSync(config, 'utf8')}`)
  const { page } = await story.start()
  writeFileSync(join(story.project, 'tide.txt'), 'High water at noon.\n')
  writeFileSync(join(story.project, 'moon.txt'), 'Full on Friday.\n')
  person = personAt(page)
  await person.addProject(story.project)
})

describe('a server and a model that slip in every way', () => {
  it('get the work done in one message, and each mending is shown', async () => {
    story.server().enqueue(
      // Nothing at all, then thoughts alone.
      ends('stop', { do: 'text', text: '' }),
      ends('stop', { do: 'reasoning', text: 'The files may say it.' }),
      // Thoughts in the text, and a call in the words of another harness that is nearly JSON.
      ends(
        'tool_calls',
        { do: 'text', text: '<think>I look at ti' },
        { do: 'text', text: 'des first.</thi' },
        { do: 'text', text: 'nk>\n\nI read the tide.' },
        call('functions.read_file', "{'file_path': 'tide.txt', 'limit': '20',}", 'call_1'),
      ),
      // Two calls without ids at one index.
      ends('stop', call('read', json({ path: 'moon.txt' })), call('list', json({ path: '.' }))),
      // A call that is cut off by the limit, and one in the text.
      ends('length', call('write', '{"path":"notes.md","content":"# Tides and a lot', 'call_2')),
      textScript(
        `I write it.\n\n<tool_call>\n${json({ name: 'write', arguments: { path: 'notes.md', content: '# Tides\n' } })}\n</tool_call>`,
      ),
    )
    await person.say('Write notes on the tide.')
    await person.approval.waitFor(within)
    expect(made('notes.md')).toBe(false)
    await person.approval.getByText(/wrote this call as text in its answer/).waitFor(within)
    await inStoryLooks(story.desktop(), 'slips.asked')
    story.server().enqueue(
      // An answer that fails half way, and its rest.
      ends('error', { do: 'text', text: 'The notes are in ' }),
      textScript('notes.md now.'),
    )
    await person.button('Allow once', person.approval).click()
    await shows(/notes\.md now\./)
    await person.rests()

    expect(readFileSync(join(story.project, 'notes.md'), 'utf8')).toBe('# Tides\n')
    await shows('The model only thought and gave no answer. It was asked to continue.')
    await shows('I read the tide.')
    await shows('Read as Read; the model wrote functions.read_file')
    await shows(/Its arguments were not valid JSON/)
    await shows('Written as text in the answer')
    await shows('Could not be read')
    await shows(/was kept and continued below/)
    expect(await person.conversation.getByText('<think>').count()).toBe(0)
    expect(await person.conversation.getByText('<tool_call>').count()).toBe(0)
    await inStoryLooks(story.desktop(), 'slips.mended')
    await person.conversation.getByText('Written as text in the answer').first().click()
    await person.conversation
      .getByRole('region', { name: 'The call as the model wrote it' })
      .first()
      .waitFor(within)
  })

  it('end in words where nothing helps, and the chat goes on', async () => {
    const thoughts = ends('stop', { do: 'reasoning', text: 'Hm.' })
    story.server().enqueue(thoughts, thoughts, thoughts)
    await person.say('And the moon?')
    await shows(/thought and gave no answer, also when it was asked again/)
    await person.rests()

    const again = (n: number) => callScript([{ id: `again_${n}`, name: 'read', args: { path: 'moon.txt' } }])
    story.server().enqueue(...[1, 2, 3, 4, 5].map(again))
    await person.say('Look at the file.')
    await shows(/made the same call of read 4 times with the same answer/)
    await shows(
      'The same call was made three times with the same answer. The model was asked to try another way.',
    )
    await person.rests()
    await inStoryLooks(story.desktop(), 'slips.repeated')

    story
      .server()
      .enqueue({ status: 200, body: { object: 'error', message: 'The engine is cold.', code: 400 } })
    await person.say('Well?')
    await shows(/The engine is cold\./)
    await person.rests()

    story.server().enqueue(textScript('Full on Friday.'))
    await person.say('Once more, please.')
    await person.reads('Full on Friday.')
    await person.rests()
  })

  it('get through texts with marks of their way, and paths that lead nowhere', async () => {
    const edit = (args: object) => callScript([{ id: 'marks', name: 'edit', args }])
    story.server().enqueue(
      callScript([{ id: 'typo', name: 'read', args: { path: '/Tide.txt' } }]),
      edit({
        path: 'tide.txt',
        old_text: '     1\tHigh water at noon.',
        new_text: '     1\tHigh water at one.',
      }),
      callScript([{ id: 'fence', name: 'write', args: { path: 'a/new.js', content: '```js\nrun()\n```' } }]),
      callScript([{ id: 'fence2', name: 'write', args: { path: 'new.js', content: '```js\nrun()\n```' } }]),
      textScript('The tide is at one.'),
    )
    await person.say('Move the tide.')
    for (const name of ['tide.txt', 'new.js']) {
      await person.approval.getByText(name).first().waitFor(within)
      await person.button('Allow once', person.approval).click()
      await person.approval.getByText(name).first().waitFor({ state: 'detached', timeout: PATIENCE_MS })
    }
    await shows('The tide is at one.')
    await person.rests()
    expect(readFileSync(join(story.project, 'tide.txt'), 'utf8')).toBe('High water at one.\n')
    expect(readFileSync(join(story.project, 'new.js'), 'utf8')).toBe('run()')
    expect(made('a')).toBe(false)
    await shows(/Path read as tide.txt/)
    await shows('The passage did not match the file exactly')
    await shows('A code fence around the text was left out')
    await inStoryLooks(story.desktop(), 'slips.texts')
  })

  it('get through what servers break and refuse', async () => {
    const chunk = (delta: object, finish: string | null) =>
      `data: ${json({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
    // A stream under a wrong content type.
    story.server().enqueue({
      status: 200,
      headers: { 'content-type': 'text/plain' },
      body: `${chunk({ content: 'It is plain.' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`,
    })
    await person.say('Is it plain?')
    await person.reads('It is plain.')
    await person.rests()

    // A limit that the server does not take, which is learned.
    story.server().enqueue(
      {
        status: 400,
        body: { error: { message: 'max_tokens must be less than or equal to 512', param: 'max_tokens' } },
      },
      textScript('Within the limit.'),
    )
    await person.say('And within the limit?')
    await person.reads('Within the limit.')
    await person.rests()

    // An error as plain text, and one inside a choice after some words.
    story.server().enqueue({
      status: 400,
      headers: { 'content-type': 'text/plain' },
      body: 'The licence of this server has expired.',
    })
    await person.say('Is it licensed?')
    await shows(/The licence of this server has expired/)
    await person.rests()
    const lost = { index: 0, delta: {}, finish_reason: 'error', error: { message: 'The provider is lost.' } }
    story.server().enqueue(
      {
        steps: [
          { do: 'text', text: 'It was ' },
          { do: 'data', data: json({ choices: [lost] }) },
        ],
      },
      textScript('found.'),
    )
    await person.say('Is it found?')
    await shows(/The server ended the answer with an error here.*The provider is lost\./)
    await person.reads('found.')
    await person.rests()
  })

  it('end in words where calls take turns, and where the turns are used up', async () => {
    const looks = (n: number) =>
      callScript([{ id: `turn_${n}`, name: 'read', args: { path: n % 2 === 0 ? 'moon.txt' : 'README.md' } }])
    const before = story.server().requests.length
    story.server().enqueue(...Array.from({ length: 9 }, (_, n) => looks(n)))
    await person.say('Look at both.')
    await expect.poll(() => story.server().requests.length, within).toBe(before + 9)
    await person.rests()
    await shows(/made the same call of read 4 times/)

    const fresh = (n: number) =>
      callScript([{ id: `more_${n}`, name: 'grep', args: { pattern: `word${n}` } }])
    story
      .server()
      .enqueue(
        ...Array.from({ length: MOST_TURNS }, (_, n) => fresh(n)),
        textScript('Ten words are not there.'),
      )
    await person.say('Search for many words.')
    await shows('Ten words are not there.')
    await shows('The turn limit of this run is reached. The model was asked for a summary.')
    await person.rests()
    await inStoryLooks(story.desktop(), 'slips.ends')
  })

  it('never leave a call that the person stopped without its reason', async () => {
    story.server().enqueue(callScript([{ id: 'sleep', name: 'bash', args: { command: 'sleep 600' } }]))
    await person.say('Wait for it.')
    await person.approval.waitFor(within)
    await person.button('Allow once', person.approval).click()
    await person.conversation.getByText('sleep 600').first().waitFor(within)
    await expect.poll(() => person.approval.count(), within).toBe(0)
    await person.stop.click()
    await person.rests()
    story.server().enqueue(textScript('You stopped it.'))
    await person.say('What came of it?')
    await person.reads('You stopped it.')
    expect(json(story.server().requests.at(-1)?.body)).toContain('(stopped by the person')
  })
})
