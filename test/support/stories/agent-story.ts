import { type Person, personAt } from '../desktop/desktop-person.ts'
import { tellStory } from '../desktop/desktop-story.ts'
import { delegate, held } from '../hosts/rule-host.ts'
import { createGate } from '../models/model-script.ts'
import { byNewestWords } from './answer-rules.ts'

/**
 * A chat with one agent in the background, “Looks”. It answers words with LOOK in them once its gate is open, and whatever
 * else is said to it at once.
 */
export function tellAgentStory() {
  let gate = createGate()
  const task = { title: 'Looks', prompt: 'LOOK', background: true }
  const respond = byNewestWords(
    [
      ['Begin', () => delegate(task)],
      ['LOOK', () => held(gate, 'It is blue.')],
    ],
    'I have heard it.',
  )
  const story = tellStory({ inOrder: true, withModel: true, server: { respond } })
  return {
    ...story,
    /** Starts the app, and lets the agent be started; it waits for its gate. */
    begin: async (): Promise<Person> => {
      const person = personAt((await story.start()).page)
      await person.addProject(story.project)
      await person.say('Begin.')
      await person.rests()
      return person
    },
    openGate: () => gate.open(),
    newGate: () => {
      gate = createGate()
    },
    /** All that was sent to the model, one text a request. */
    sent: (): readonly string[] => story.server().requests.map(({ body }) => JSON.stringify(body)),
  }
}

/** What a person sees of the agent and does with it in a window. */
export function agentAt({ page }: Person) {
  const inView = page.getByRole('navigation', { name: 'Current agent' })
  const waiting = page.getByRole('list', { name: 'Messages waiting for “Looks”' })
  return {
    inView,
    /** What was said to it and it has not heard. */
    waiting,
    row: (words: string) => waiting.getByRole('listitem').filter({ hasText: words }),
    /** Resolves once it stands so, in a word. */
    stands: (word: string) => inView.getByRole('img', { name: word, exact: true }).waitFor(),
    /** Opens its conversation. */
    enter: async (): Promise<void> => {
      await page
        .getByRole('listbox', { name: 'Agents in the background' })
        .getByRole('option', { name: /Looks/ })
        .click()
      await inView.getByText('Looks').waitFor()
    },
  }
}
