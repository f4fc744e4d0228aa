import type { Locator, Page } from 'playwright'

export type Surface = 'Chat' | 'Workflows' | 'Agents' | 'Memory' | 'Vault' | 'Settings'

export type Person = ReturnType<typeof personAt>

/** What a person does in a window, by the names a screen reader says. */
export function personAt(page: Page) {
  const button = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true })
  const conversation = page.getByRole('log', { name: 'Conversation' })
  const message = page.getByRole('textbox', { name: 'Message' })
  const approval = page.getByRole('alertdialog', { name: 'Approval needed' })
  const browser = page.getByRole('dialog', { name: 'Choose a folder' })

  const projects = page.getByRole('list', { name: 'Projects' })
  const say = async (text: string) => {
    await message.fill(text)
    await message.press('Enter')
  }
  return {
    page,
    button,
    conversation,
    message,
    approval,
    browser,
    path: browser.getByRole('textbox', { name: 'Path' }),
    send: button('Send'),
    stop: button('Stop'),
    sessions: page.getByRole('list', { name: 'Sessions' }),
    projects,
    entries: (name: 'You' | 'Assistant' | 'Note' | `Tool ${string}`) =>
      conversation.getByRole('article', { name, exact: true }),
    goTo: (surface: Surface) =>
      page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('button', { name: surface, exact: true })
        .click(),
    /** Presses _Allow once_ of an approval. Returns whether no approval is left: a press may come too early to count. */
    allowOnce: async (): Promise<boolean> => {
      const press = () => page.getByRole('button', { name: /^Allow once/ }).click({ timeout: 1_000 })
      if (await approval.isVisible()) await press().catch(() => {})
      return !(await approval.isVisible())
    },
    /** Types into the message box and sends it with Enter. */
    say,
    /** Adds a folder by typing its path into the browser. */
    addProject: async (path: string) => {
      await button('Add project').first().click()
      const field = browser.getByRole('textbox', { name: 'Path' })
      // The first folder is chosen once it was read, and its path fills the field.
      await page.waitForFunction(
        (input) => input instanceof HTMLInputElement && input.value !== '',
        await field.elementHandle(),
      )
      await field.fill(path)
      await button('Open this folder', browser).click()
      await browser.waitFor({ state: 'hidden' })
      await message.waitFor()
    },
    /** Takes a chat in by the menu of the first project; the system's dialog has to answer for itself. */
    importChat: async () => {
      await projects
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Import chat' }).click()
    },
    /** Lets the code run that came with the folder. */
    trustFolder: async () => {
      await button('Trust this folder').click()
      await button('Trust this folder').waitFor({ state: 'hidden' })
    },
    /** Resolves once the words stand in the conversation. */
    reads: (text: string | RegExp) => conversation.getByText(text).first().waitFor(),
    /** Resolves once nothing runs in the open session. */
    rests: () => button('Send').waitFor(),
    /** The conversation as text, one entry a line group, without times and figures. */
    transcript: () => conversation.getByRole('article').allTextContents(),
  }
}
