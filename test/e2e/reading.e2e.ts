import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { type AgentAnswer, createAgentModel } from '../support/models/agent-model.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'
import { personWithWorkflows, type WorkflowPerson } from '../support/stories/workflow-person.ts'

describe('what a person reads in a chat', () => {
  const story = tellStory({ withModel: true, inOrder: true })
  let person: Person
  const mine = () => person.entries('You').last()
  const answer = () => person.entries('Assistant').last()

  beforeAll(async () => {
    person = personAt((await story.start()).page)
    await person.addProject(story.project)
  })

  it('is, before the first message, what one may type and try', async () => {
    await person.page.getByText('Type / for commands and @ for files').waitFor()
    await person.button('/survey-project').click()
    await expect.poll(() => person.message.inputValue()).toBe('/survey-project')
    await person.message.fill('')
  })

  it('is coloured and drawn block by block while the answer goes on', async () => {
    const gate = createGate()
    const blocks =
      'First[^1].\n\n```ts\nexport const period = 12\n```\n\n```mermaid\nflowchart LR\nA-->B\n```\n\n[^1]: A note.\n\nNow '
    story.server().enqueue({
      steps: [
        { do: 'text', text: blocks },
        { do: 'wait', gate },
        { do: 'text', text: 'it ends.' },
        { do: 'finish', reason: 'stop' },
      ],
    })
    await person.say('Show me code.')
    const keyword = answer().locator('code .text-syn-key').getByText('export')
    await keyword.waitFor()
    const [block = '', sans = ''] = await keyword.evaluate((at) =>
      [at, document.body].map((each) => getComputedStyle(each).fontFamily),
    )
    expect(block).toContain('JetBrains Mono')
    expect(block).not.toBe(sans)
    await person.button('Enlarge Diagram', answer()).waitFor()
    await person.stop.waitFor()
    expect(await answer().textContent()).not.toContain('it ends.')
    gate.open()
    await person.reads('Now it ends.')
    await person.rests()
    expect(await answer().textContent()).not.toContain('[^1]')
  })

  it('is Markdown in messages of the person too, and a long one is folded', async () => {
    story.server().enqueue(textScript('I see.'))
    const lines = Array.from({ length: 90 }, (_, index) => `const line${index} = ${index}`).join('\n')
    await person.say(`Look at **this**:\n\n\`\`\`ts\n${lines}\n\`\`\``)
    await person.reads('I see.')
    await person.rests()
    expect(await mine().locator('strong').textContent()).toBe('this')
    expect(await mine().textContent()).not.toContain('```')
    const heightOf = async () => (await mine().boundingBox())?.height ?? 0
    const folded = await heightOf()
    expect(folded).toBeLessThan(480)
    await person.button('Show all (94 lines)', mine()).click()
    expect(await heightOf()).toBeGreaterThan(folded * 2)
  })

  it('names the buttons of a message in tooltips of the app', async () => {
    await answer().hover()
    const again = person.button('Answer again', answer().locator('..')).last()
    await again.hover()
    await person.page.getByRole('tooltip', { name: 'Answer again' }).waitFor()
    expect(await again.getAttribute('title')).toBeNull()
    await person.page.mouse.move(700, 2)
  })

  it('says of a long change which file it is and how much changes, with its beginning', async () => {
    const content = `${Array.from({ length: 600 }, (_, index) => `line ${index}`).join('\n')}\n`
    story
      .server()
      .enqueue(
        callScript([{ name: 'write', args: { path: 'src/table.txt', content } }]),
        textScript('Then not.'),
      )
    await person.say('Write the table.')
    await person.approval.getByText('src/table.txt').first().waitFor()
    await person.approval.getByText('+600').waitFor()
    await person.approval.getByText('line 3', { exact: true }).waitFor()
    await person.button('Review', person.approval).waitFor()
    await person.button('Deny', person.approval).click()
    await person.reads('Then not.')
    await person.rests()
  })

  it('keeps a failure to one line once the chat has gone on', async () => {
    story.server().enqueue({ status: 401, body: { error: { message: 'Who are you?' } } })
    await person.say('Are you there?')
    const failure = person.conversation.getByText(/wants an API key/)
    await failure.waitFor()
    const heightOf = async () =>
      (await failure.locator('xpath=ancestor::article[1]').boundingBox())?.height ?? 0
    const before = await heightOf()
    story.server().enqueue(textScript('I am.'))
    await person.say('Now?')
    await person.reads('I am.')
    await person.rests()
    await expect.poll(heightOf).toBeLessThan(before)
    expect(await person.conversation.getByRole('alert').count()).toBe(0)
  })

  it('says which file was not attached only in the chat it was meant for', async () => {
    const report = join(story.person, 'report.zip')
    writeFileSync(report, 'PK\0\0')
    await person.page.locator('input[type="file"]').setInputFiles(report)
    const refused = person.page.getByText(/Not attached: report\.zip/)
    await refused.waitFor()
    await person.button('New chat').first().click()
    await refused.waitFor({ state: 'detached' })
  })

  it('is a live card of each chat at work on the screen of agents', async () => {
    story.server().enqueue({ steps: [{ do: 'text', text: 'It begins.' }, { do: 'hang' }] })
    await person.say('A long story, please.')
    await person.reads('It begins.')
    await person.goTo('Agents')
    const cards = person.page.getByRole('list', { name: 'Live agents' })
    await cards.getByText('A long story, please.').waitFor()
    await person.button('Open: A long story, please.', cards).click()
    await person.stop.click()
    await person.rests()
    await person.goTo('Agents')
    await cards.waitFor({ state: 'detached' })
    await person.goTo('Chat')
  })

  it('writes nothing into the log about an event of the window that names no error', async () => {
    await person.page.evaluate(() => {
      window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop', error: null }))
      window.dispatchEvent(new ErrorEvent('error', { error: new Error('A real problem.') }))
    })
    const problems = () =>
      readFileSync(join(story.home, 'logs', 'main.log'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('A window met a problem'))
    await expect.poll(() => problems().length).toBe(1)
    expect(problems()[0]).toContain('A real problem.')
  })
})

const REPORT = '## Where the time goes\n\nMost of it in `parse`, **not** in the network.'
const SCRIPT = `export const meta = { name: 'weigh', description: 'Says where the time goes.' }
phase('Weigh')
const plain = await agent('Weigh it', { label: 'Plain' })
const shaped = await agent('Shape it', { label: 'Shaped', schema: { type: 'object', properties: { report: { type: 'string' } }, required: ['report'] } })
return { report: shaped.report, plain }
`

describe('what a person reads of a run', () => {
  const answerOf = (prompt: string): AgentAnswer =>
    prompt.includes('Shape it') ? { give: { report: REPORT } } : { say: REPORT }
  const model = createAgentModel({ answer: answerOf })
  const story = tellStory({ withModel: true, inOrder: true, server: { respond: model.respond } })
  story.write('home/workflows/weigh.js', SCRIPT)
  story.write(
    'home/workflows/mistyped.js',
    SCRIPT.replace("name: 'weigh'", "name: 'mistyped'").replace('await agent(', 'await agnt('),
  )
  let person: Person
  let flow: WorkflowPerson
  const heading = () => person.page.getByRole('heading', { name: 'Where the time goes' })

  beforeAll(async () => {
    ;({ person, flow } = personWithWorkflows((await story.start()).page))
    await person.addProject(story.project)
    await person.goTo('Workflows')
  })

  it('is named before it starts when it calls what is not there', async () => {
    await person.button('Run workflow').first().click()
    await person.page
      .getByRole('listbox', { name: 'Saved workflows' })
      .getByRole('option', { name: /mistyped/ })
      .click()
    await person.page
      .getByText(/Nothing is called agnt here/)
      .first()
      .waitFor()
    await person.button('Cancel').click()
  })

  it('is the result as Markdown, also where it is a text inside an object', async () => {
    await flow.choose('weigh')
    await flow.start()
    await flow.is('done')
    await person.page.getByRole('region', { name: 'Text of report' }).getByRole('heading').waitFor()
    await heading().waitFor()
    await person.button('Copy report').waitFor()
    await flow.pick('Plain')
    await heading().first().waitFor()
    expect(await flow.detail.textContent()).not.toContain('## Where')
    await flow.pick('Shaped')
    await flow.detail.getByRole('region', { name: 'Text of report' }).getByRole('heading').waitFor()
  })

  it('is that no price is known, once, and no model of a chat stands beside it', async () => {
    const budget = person.page.getByRole('region', { name: 'Budget' })
    await budget.getByText('price not set').waitFor()
    expect(await budget.getByText('no limit').count()).toBe(1)
    expect(await person.page.getByText('$0.00').count()).toBe(0)
    const status = person.page.getByRole('status', { name: 'Status bar' })
    expect(await status.textContent()).not.toContain('Scripted')
    await person.goTo('Chat')
    await status.getByText('Scripted').waitFor()
  })
})
