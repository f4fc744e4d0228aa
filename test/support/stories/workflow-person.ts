import type { Locator } from 'playwright'
import { type Person, personAt } from '../desktop/desktop-person.ts'

export type WorkflowPerson = ReturnType<typeof workflowPersonAt>

/** What a person does on the Workflows screen, by the names a screen reader says. */
export function workflowPersonAt(person: Person) {
  const { page, button } = person
  const header = page.getByRole('region', { name: 'Run', exact: true })
  const phases = page.getByRole('listbox', { name: 'Phases' })
  const agents = page.getByRole('listbox', { name: 'Agents', exact: true })
  const detail = page.getByRole('region', { name: 'Agent detail' })
  const form = page.getByRole('form', { name: /^Launch/ })
  /** The row of an agent, by its label and by the word it ends with. */
  const agent = (label: string, word?: string): Locator =>
    agents.getByRole('option', {
      name: new RegExp(`^${escaped(label)}, ${word === undefined ? '\\w+' : escaped(word)}$`),
    })
  return {
    header,
    phases,
    agents,
    agent,
    detail,
    form,
    tabs: page.getByRole('tablist', { name: 'Runs' }),
    phase: (name: string) => phases.getByRole('option', { name, exact: true }),
    /** Resolves once the header names this state. */
    is: (state: string) => header.getByText(state, { exact: true }).waitFor(),
    /** Opens the launch form on a saved workflow. */
    choose: async (name: string) => {
      await button('Run workflow').first().click()
      await page.getByRole('listbox', { name: 'Saved workflows' }).getByRole('option', { name }).click()
      await page.getByRole('form', { name: `Launch ${name}` }).waitFor()
    },
    /** Fills in how wide and how far the run may go. */
    limit: async ({ atOnce, budget }: { readonly atOnce?: number; readonly budget?: number }) => {
      if (atOnce !== undefined) await page.getByRole('slider', { name: 'Agents at once' }).fill(`${atOnce}`)
      if (budget !== undefined) await page.getByLabel('Stop at, output tokens').fill(`${budget}`)
    },
    start: () => button(/^Run workflow/).click(),
    pick: async (label: string) => {
      await agent(label).click()
      // Where the label ends with a place in the code, the heading has it beside it.
      await detail.getByRole('heading', { name: label.replace(', ', ' ') }).waitFor()
    },
  }
}

/** Both sides of a person at a new window. */
export function personWithWorkflows(page: Person['page']) {
  const person = personAt(page)
  return { person, flow: workflowPersonAt(person) }
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
