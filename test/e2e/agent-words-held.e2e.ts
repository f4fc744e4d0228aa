import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import type { Person } from '../support/desktop/desktop-person.ts'
import { agentAt, tellAgentStory } from '../support/stories/agent-story.ts'

const story = tellAgentStory()
let person: Person
let agent: ReturnType<typeof agentAt>
const heard = (words: string) => person.entries('You').filter({ hasText: words })
const refusals = () => person.entries('Note').filter({ hasText: 'Keys stay out of chats.' })
const tell = async (words: string) => {
  await person.say(words)
  await agent.row(words).waitFor()
}
beforeAll(async () => {
  const hooks = 'home/hooks'
  story.write(
    `${hooks}/no-keys.toml`,
    `on = "prompt.submit"\ncommand = "if grep -q 'the key is'; then echo 'Keys stay out of chats.' >&2; exit 2; fi"\n`,
  )
  story.write(
    `${hooks}/other-words.toml`,
    `on = "prompt.submit"\ncommand = '''grep -q 'Mind the tide' && echo '{"text": "Mind the ebb"}' || exit 0'''\n`,
  )
  person = await story.begin()
  agent = agentAt(person)
  await agent.enter()
  await person.reads('LOOK')
})

describe.skipIf(process.platform === 'win32')('words for an agent at which hooks look', () => {
  it('reach it as a hook puts them, and wait where a hook refuses them', async () => {
    await tell('Mind the tide')
    await tell('Mind that the key is 1234')
    story.openGate()
    await heard('Mind the ebb').waitFor()
    await agent.row('the key is 1234').getByText('on hold').waitFor()
    await refusals().waitFor()
    await agent.stands('done')
    await inStoryLooks(story.desktop(), 'agent-words-held.hook')
  })

  it('begin nothing while the hook refuses them, and are heard once they are changed', async () => {
    const before = story.sent().length
    await person.button('Resume with it').click()
    await expect.poll(() => refusals().count()).toBe(2)
    await agent.row('the key is 1234').getByText('on hold').waitFor()
    expect(story.sent()).toHaveLength(before)
    await person.button('Edit queued message', agent.row('the key is')).click()
    const edit = person.page.getByRole('textbox', { name: 'Edit queued message' })
    await edit.fill('Mind the lock')
    await edit.press('Enter')
    await agent.row('Mind the lock').waitFor()
    await person.button('Resume with it').click()
    await heard('Mind the lock').waitFor()
    await agent.stands('done')
  })

  it('stay in the message box when it has ended and the hook refuses them', async () => {
    await person.say('Mind that the key is 5678')
    await person.page.getByRole('alert').filter({ hasText: 'Keys stay out of chats.' }).waitFor()
    expect(await person.message.inputValue()).toBe('Mind that the key is 5678')
    await inStoryLooks(story.desktop(), 'agent-words-held.refused')
    await person.say('Mind the tide')
    await expect.poll(() => heard('Mind the ebb').count()).toBe(2)
    await agent.stands('done')
    expect(story.sent().join()).not.toMatch(/the key is|Mind the tide/)
  })
})

describe('words for an agent that is paused at a limit', () => {
  const field = (name: string) => person.page.getByRole('textbox', { name, exact: true })
  const drawLine = async (button: string, tokens: string) => {
    await person.button(button).click()
    await field('Pause at (tokens)').fill(tokens)
    await person.button('Save limits').click()
    await person.page.getByText(`pauses at ${tokens}`).waitFor()
  }

  const toldOf = () => person.page.getByText('1 agent is paused at a limit')

  it('are heard by nobody while it is paused, whenever they were said', async () => {
    story.newGate()
    await person.say('LOOK again')
    await agent.stands('running')
    await tell('Mind the fog')
    await drawLine('Set limits of “Looks”', '10')
    story.openGate()
    await agent.stands('paused')
    await toldOf().waitFor()
    await person.say('Mind the wind')
    await heard('Mind the wind').waitFor()
    await agent.stands('paused')
    await toldOf().waitFor()
    await inStoryLooks(story.desktop(), 'agent-words-held.paused')
    expect(story.sent().join()).not.toMatch(/Mind the (fog|wind)/)
  })

  it('are heard together, each once, when it is let go on', async () => {
    await drawLine('Change limits of “Looks”', '10k')
    await person.button('Resume').click()
    await agent.stands('done')
    const asked = story.sent().filter((body) => body.includes('Mind the fog'))
    expect(asked).toHaveLength(1)
    for (const words of ['Mind the fog', 'Mind the wind']) {
      expect(asked.join().split(words)).toHaveLength(2)
      expect(await heard(words).count()).toBe(1)
    }
  })
})
