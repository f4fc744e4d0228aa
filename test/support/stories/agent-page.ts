import type { Page } from 'playwright'

/** Fills in what a new agent is for and how it works. Its name and place are for the test. */
export async function writeAgent(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Description' }).fill('Keeps what was found.')
  await page.getByRole('textbox', { name: 'Instructions' }).fill('You keep notes.')
}
