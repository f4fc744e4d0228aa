import { expect } from 'vitest'
import { PATIENCE_MS } from '../desktop/desktop.ts'
import type { Person } from '../desktop/desktop-person.ts'
import type { Story } from '../desktop/desktop-story.ts'
import { textScript } from '../models/model-script.ts'

const within = { timeout: PATIENCE_MS }

/** What a person does with what is remembered, in chats and on the Memory screen. */
export function memoriesAt(person: Person, story: Pick<Story, 'server'>) {
  const { page } = person
  const detail = page.getByRole('region', { name: 'Memory detail' })
  return {
    detail,
    search: page.getByRole('searchbox', { name: 'Search memory' }),
    found: page.getByRole('listbox', { name: 'Memory', exact: true }).getByRole('option'),
    recalled: person.entries('Note').getByRole('button', { name: /^Recalled/ }),
    /** What the model was sent last. */
    lastRequest: () => JSON.stringify(story.server().requests.at(-1)?.body),
    /** Writes something down on the Memory screen: for the project that is open, or for all. */
    writes: async (key: string, words: string, place: 'here' | 'everywhere' = 'here') => {
      await person.button('Add memory').first().click()
      await detail.getByRole('textbox', { name: 'Key' }).fill(key)
      await detail.getByRole('textbox', { name: 'What to remember' }).fill(words)
      if (place === 'everywhere') {
        await detail.getByRole('combobox', { name: 'Available in' }).click()
        await page.getByRole('option', { name: 'You, in all projects' }).click()
      }
      await person.button('Save', detail).click()
      await detail.getByRole('heading', { name: key, exact: true }).waitFor()
    },
    /** Asks something and waits until it is answered. */
    asks: async (question: string, answer: string) => {
      story.server().enqueue(textScript(answer))
      await person.say(question)
      await person.reads(answer)
      await person.rests()
    },
    newChat: async () => {
      await person.button('New chat').first().click()
      await expect.poll(() => person.conversation.getByRole('article').count(), within).toBe(0)
    },
  }
}
