import type { Page } from 'playwright'

/** One state of a screen over sample data: the sample, and the steps that lead to the state. */
export type Scene = {
  /** Of the pictures. */
  readonly name: string
  /** Which sample, in the words of `test/sample/main.ts`. */
  readonly sample?: string
  readonly act?: Step
}

type Step = (page: Page) => Promise<void>
type Role = Parameters<Page['getByRole']>[0]
type Named = { readonly exact?: boolean }

/** Does steps in order. */
export const inOrder =
  (...steps: readonly Step[]): Step =>
  async (page) => {
    for (const step of steps) await step(page)
  }

/** Opens a surface of the app by its name. */
export const go = (name: string): Step => goIn('Main', name)

/** The same in Chinese. */
export const goZh = (name: string): Step => goIn('主导航', name)

const goIn = (rail: string, name: string) => async (page: Page) => {
  await page.getByRole('navigation', { name: rail }).getByRole('button', { name, exact: true }).click()
}

/** Clicks the first control with this role and name. */
export const click =
  (role: Role, name: string | RegExp, more: Named = {}): Step =>
  async (page) => {
    await page
      .getByRole(role, { name, ...more })
      .first()
      .click()
  }

export const press =
  (key: string): Step =>
  async (page) => {
    await page.keyboard.press(key)
  }

export const typed =
  (text: string): Step =>
  async (page) => {
    await page.keyboard.type(text)
  }

/** Waits until something with this role and name is shown. */
export const shows =
  (role: Role, name: string | RegExp): Step =>
  async (page) => {
    await page.getByRole(role, { name }).first().waitFor()
  }

/** Brings a group of settings to the top of the screen. */
export const scrollTo =
  (group: string): Step =>
  async (page) => {
    await page
      .getByRole('region', { name: group, exact: true })
      .evaluate((element) => element.scrollIntoView({ block: 'start' }))
  }

/** Clicks the last control with exactly this name, as in the settings, where the first one is in the bar beside them. */
export const clickLast =
  (role: Role, name: string): Step =>
  async (page) => {
    await page.getByRole(role, { name, exact: true }).last().click()
  }
