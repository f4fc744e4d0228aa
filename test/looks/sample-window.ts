import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { desktopEnvironment, electronCommand, PATIENCE_MS, takePicture } from '../support/desktop/desktop.ts'
import { inEveryLook, inTwoLooks } from '../support/desktop/desktop-looks.ts'
import type { Scene } from './scene.ts'

type SampleWindow = {
  readonly app: ElectronApplication
  readonly page: Page
  /** What the page wrote as error or warning since the last call. */
  readonly takeProblems: () => readonly string[]
}

/** Makes a test of each scene: the page opens in Electron. Screens are checked in every look, their states in two. */
export function lookAtEach(scenes: readonly Scene[]): void {
  let shown: SampleWindow | null = null
  beforeAll(async () => {
    shown = await openSampleWindow()
  })
  afterAll(async () => {
    await shown?.app.close()
  })
  it.for(scenes)('$name', async ({ name, sample = '', act }) => {
    if (shown === null) throw new Error('The window did not open.')
    const { page } = shown
    try {
      await page.goto(`${new URL(page.url()).origin}/?${sample}`)
      await page.getByRole('navigation', { name: /^(Main|主导航)$/ }).waitFor()
      // The keys of the window act from the frame after the one that draws it.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
      await act?.(page)
      await (isScreen(name) ? inEveryLook(shown, name) : inTwoLooks(shown, name))
    } catch (error) {
      await takePicture(page, `failed-${name}`)
      throw error
    }
    expect(shown.takeProblems()).toEqual([])
  })
}

/** Whether a scene is a screen as one comes to it; the others are its states and languages. */
const isScreen = (name: string): boolean => !name.includes('.') || name.startsWith('settings.')

async function openSampleWindow(): Promise<SampleWindow> {
  const { file, args } = electronCommand(join(import.meta.dirname, 'window'))
  const app = await _electron.launch({
    executablePath: file,
    args: [...args],
    env: desktopEnvironment({ home: join(import.meta.dirname, 'no-home') }),
    colorScheme: null,
    timeout: PATIENCE_MS,
  })
  app.context().setDefaultTimeout(PATIENCE_MS)
  const page = await app.firstWindow()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message))
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type())) problems.push(line.text())
  })
  return { app, page, takeProblems: () => problems.splice(0) }
}
