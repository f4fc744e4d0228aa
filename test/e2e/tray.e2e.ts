import { chmodSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'

const story = tellStory({ inOrder: true })
let person: Person

type Icon = { readonly emit: (event: string) => void; readonly isDestroyed: () => boolean }
type Kept = { readonly trayIcons: Icon[] }

const app = () => story.desktop().app
const windows = () => app().evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
const icons = () =>
  app().evaluate(() => {
    const { trayIcons } = globalThis as unknown as Kept
    return trayIcons.filter((icon) => !icon.isDestroyed()).length
  })

/** Keeps each icon that the app shows, because Electron lists none. The icons are those of Electron. */
const keepIcons = () =>
  app().evaluate(({ Tray }) => {
    const kept: object[] = []
    Object.assign(globalThis, { trayIcons: kept })
    const { setToolTip } = Tray.prototype
    Tray.prototype.setToolTip = function (text: string): void {
      if (!kept.includes(this)) kept.push(this)
      setToolTip.call(this, text)
    }
  })

beforeAll(async () => {
  // The display of a test has no desktop that could answer for one.
  story.write('bin/gdbus', '#!/bin/sh\necho "(<true>,)"\n')
  chmodSync(join(story.folder, 'bin', 'gdbus'), 0o755)
  const PATH = [join(story.folder, 'bin'), process.env['PATH'] ?? ''].join(delimiter)
  person = personAt((await story.start({ env: { PATH } })).page)
  await keepIcons()
  await person.addProject(story.project)
})

describe('an app that keeps running behind its tray icon', () => {
  it('shows the icon once the person wants that', async () => {
    expect(await icons()).toBe(0)
    await person.goTo('Settings')
    await person.button('Appearance').click()
    await person.page.getByRole('switch', { name: 'Keep running in the background' }).click()
    await expect.poll(icons).toBe(1)
  })

  it('runs without a window, and a click on the icon opens one', async () => {
    await app().evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await expect.poll(windows).toBe(0)
    const opened = app().waitForEvent('window')
    await app().evaluate(() => {
      const { trayIcons } = globalThis as unknown as Kept
      trayIcons.at(-1)?.emit('click')
    })
    person = personAt(await opened)
    await person.message.waitFor()
    expect(await windows()).toBe(1)
  })

  it('brings the window that is open to the front with a second click', async () => {
    await app().evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
    await app().evaluate(() => {
      const { trayIcons } = globalThis as unknown as Kept
      trayIcons.at(-1)?.emit('click')
    })
    await expect
      .poll(() => app().evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
      .toBe(true)
    expect(await windows()).toBe(1)
  })

  it('takes the icon away with the setting', async () => {
    await person.goTo('Settings')
    await person.button('Appearance').click()
    await person.page.getByRole('switch', { name: 'Keep running in the background' }).click()
    await expect.poll(icons).toBe(0)
  })
})
