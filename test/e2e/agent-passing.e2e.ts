import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { keyboardAt } from '../support/desktop/desktop-keyboard.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { held } from '../support/hosts/rule-host.ts'
import { createGate, textScript } from '../support/models/model-script.ts'
import { byNewestWords } from '../support/stories/answer-rules.ts'

const within = { timeout: PATIENCE_MS }
const gate = createGate()
const long = `The tide turns at noon. ${'The water rises and falls with the moon. '.repeat(400)}`

const story = tellStory({
  inOrder: true,
  withModel: true,
  server: {
    respond: byNewestWords(
      [
        ['Sum up the conversation', () => held(gate, 'It is about the tide, which turns at noon.')],
        ['A verse, please', () => textScript('At noon the tide.')],
        ['When does the tide turn', () => textScript(long)],
      ],
      'Good to meet you.',
    ),
  },
})
let person: Person
const keys = keyboardAt(() => story.desktop().page)
const speaker = () => person.page.getByRole('combobox', { name: 'Agent', exact: true })
const notes = () => person.conversation.getByRole('article', { name: 'Note' })

/** Passes the chat on with the keyboard until this one speaks. */
async function passTo(name: string): Promise<void> {
  await person.message.focus()
  await keys.press('Tab')
  await expect.poll(() => speaker().textContent(), within).toContain(name)
}

beforeAll(async () => {
  story.write(
    'home/agents/poet.md',
    '---\nname: Poet\ndescription: Writes verse.\nmode: primary\n---\n\nYou are the poet.\n',
  )
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

describe('a chat that is passed from agent to agent', () => {
  it('is as it was when it comes back to who spoke, whoever was passed by', async () => {
    await person.say('When does the tide turn?')
    await person.reads('The tide turns at noon.')
    await person.rests()
    const before = await notes().count()
    await passTo('Plan')
    await person.conversation.getByText('Plan continues from here').waitFor()
    await passTo('Poet')
    await person.conversation.getByText('Poet takes over with a summary of the chat').waitFor()
    expect(await person.conversation.getByText('Plan continues from here').count()).toBe(0)
    expect(await person.conversation.getByText('This part cannot be read').count()).toBe(0)
    await inStoryLooks({ app: story.desktop().app, page: person.page }, 'agent-passed-to')
    await passTo('Build')
    await expect.poll(() => person.conversation.getByText('takes over').count(), within).toBe(0)
    expect(await notes().count()).toBe(before)
  })

  it('is summed up for one of another kind before it speaks', async () => {
    await passTo('Plan')
    await passTo('Poet')
    await person.say('A verse, please.')
    await person.page.getByText('Summarising earlier messages').first().waitFor()
    await inStoryLooks({ app: story.desktop().app, page: person.page }, 'agent-summing')
    gate.open()
    await person.reads('At noon the tide.')
    await person.button('It received a summary of the conversation', person.conversation).click()
    await person.conversation.getByText('It is about the tide, which turns at noon.').waitFor()
    await inStoryLooks({ app: story.desktop().app, page: person.page }, 'agent-bridged')
  })
})
