import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import { type AnswerRules, byNewestWords } from '../support/stories/answer-rules.ts'

/** Each answer costs a dollar, whoever gives it. */
const dear = (script: Script): Script =>
  'steps' in script
    ? {
        ...script,
        steps: script.steps.map((step) =>
          step.do === 'usage' ? { ...step, usage: { prompt: 1, completion: 10_000 } } : step,
        ),
      }
    : script

const RULES: AnswerRules = [
  ['Look around', () => dear(callScript([{ name: 'list', args: { path: '.' } }]))],
  ['README.md', () => dear(textScript('There is a README.'))],
  ['Ask a helper', () => dear(callScript([{ name: 'agent', args: { title: 'Help', prompt: 'HELP me.' } }]))],
  ['HELP me', () => dear(textScript('HELPED.'))],
  ['HELPED', () => dear(textScript('The helper is done.'))],
]

const story = tellStory({
  inOrder: true,
  withModel: true,
  server: { respond: byNewestWords(RULES, 'I see.') },
})
let person: Person

beforeAll(async () => {
  const prices = 'inputPrice = 0\noutputPrice = 100\n[chats]\nmodelTitles = false'
  writeFileSync(join(story.home, 'config.toml'), modelLines(story.server().baseUrl, prices))
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

describe('a limit in front of a message', () => {
  it('is no word for the model, and pauses the turn when it is spent', async () => {
    await person.say('+$0.60 Look around')
    await person.reads('This turn has cost $1.00, and its limit is $0.60.')
    await person.rests()
    const sent = story.server().requests.map(({ body }) => JSON.stringify(body))
    expect(sent.filter((body) => body.includes('Look around')).length).toBe(1)
    expect(sent.some((body) => body.includes('$0.60'))).toBe(false)
    await inStoryLooks({ app: story.desktop().app, page: person.page }, 'turn-limit.paused')
  })

  it('still pauses the turn after a restart, until it is raised', async () => {
    await story.desktop().quit()
    person = personAt((await story.start()).page)
    const asked = story.server().requests.length
    await person.button('Continue').or(person.button('Go on')).first().click()
    await person.page.getByText('Still paused: $1.00 of $0.60 is spent.').first().waitFor()
    expect(story.server().requests.length).toBe(asked)
    await person.button('Raise limit to $1.20').click()
    await person.reads('There is a README.')
    await person.rests()
  })

  it('counts the agents of the turn, and nothing of the turns before', async () => {
    await person.say('+$1.50 Ask a helper')
    await person.reads('This turn has cost $2.00, and its limit is $1.50.')
    await person.button('Raise limit to $3.00').click()
    await person.reads('The helper is done.')
  })
})
