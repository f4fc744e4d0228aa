import type { Page } from 'playwright'

/** Fills in what a new agent is for and how it works. Its name and place are for the test. */
export async function writeAgent(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Description' }).fill('Keeps what was found.')
  await page.getByRole('textbox', { name: 'Instructions' }).fill('You keep notes.')
}

/** Shows the open agent as the text of its file. The window remembers the choice. */
export async function showAsFile(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'File', exact: true }).click()
}
