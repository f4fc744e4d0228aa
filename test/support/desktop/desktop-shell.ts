import { execFile } from 'node:child_process'
import type { ElectronApplication, Page } from 'playwright'
import { desktopEnvironment, electronCommand } from './desktop.ts'

/** Starts the app once more on the same home, which hands over what it was asked and ends; resolves with its exit code. */
export function startAgain(
  { home, person }: { readonly home: string; readonly person: string },
  more: readonly string[],
): Promise<number> {
  const { file, args } = electronCommand()
  const env = desktopEnvironment({ home, env: { HOME: person } })
  return new Promise((done) => {
    const child = execFile(file, [...args, ...more], { env, timeout: 30_000 })
    child.once('exit', (code) => done(code ?? -1))
  })
}

/** Answers the next questions main asks in a dialog, as a person would; the last answer goes on counting. */
export async function answerDialogs(app: ElectronApplication, ...buttons: readonly number[]): Promise<void> {
  await app.evaluate(({ dialog }, responses) => {
    const left = [...responses]
    const answer = () => ({
      response: (left.length > 1 ? left.shift() : left[0]) ?? 0,
      checkboxChecked: false,
    })
    dialog.showMessageBox = () => Promise.resolve(answer())
  }, buttons)
}

/** Opens another window by the menu, as a person does. */
export async function secondWindow(app: ElectronApplication): Promise<Page> {
  const opened = app.waitForEvent('window')
  await app.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap((item) => item.submenu?.items ?? [])
    items?.find((item) => item.label === 'New Window')?.click()
  })
  return opened
}

/** Holds back the timers of the main process that wait this long, until the returned function lets them go. */
export async function holdTimers(app: ElectronApplication, ms: number): Promise<() => Promise<void>> {
  await app.evaluate((_electron, wait) => {
    type Timer = ReturnType<typeof setTimeout>
    type Act = (...args: readonly unknown[]) => void
    const held = new Map<Timer, () => void>()
    const scope = globalThis as unknown as {
      setTimeout: (act: Act, delay?: number, ...args: readonly unknown[]) => Timer
      clearTimeout: (timer: Timer) => void
      passHeldTimers: () => void
    }
    const { setTimeout: set, clearTimeout: clear } = scope
    scope.setTimeout = (act, delay, ...args) => {
      if (delay !== wait) return set(act, delay, ...args)
      const timer = set(() => undefined, delay)
      held.set(timer, () => act(...args))
      return timer
    }
    scope.clearTimeout = (timer) => {
      held.delete(timer)
      clear(timer)
    }
    scope.passHeldTimers = () => {
      const due = [...held.values()]
      held.clear()
      for (const act of due) act()
    }
  }, ms)
  return () =>
    app.evaluate(() => {
      ;(globalThis as unknown as { passHeldTimers: () => void }).passHeldTimers()
    })
}

/** Holds back what main would answer to a call of this name, until the returned function lets it go. */
export async function holdCalls(app: ElectronApplication, name: string): Promise<() => Promise<void>> {
  await app.evaluate(({ ipcMain }, held) => {
    type Handler = (event: unknown, ...args: unknown[]) => unknown
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })._invokeHandlers
    const scope = globalThis as unknown as { passHeldCalls: () => void }
    const passed = new Promise<void>((resolve) => {
      scope.passHeldCalls = resolve
    })
    for (const [channel, handler] of handlers) {
      handlers.set(channel, async (event, ...args) => {
        if (args[0] === held) await passed
        return handler(event, ...args)
      })
    }
  }, name)
  return () =>
    app.evaluate(() => {
      ;(globalThis as unknown as { passHeldCalls: () => void }).passHeldCalls()
    })
}

/** Notes in a file what the app puts on the clipboard, also while it quits. */
export async function noteClipboard(app: ElectronApplication, file: string): Promise<void> {
  await app.evaluate(({ clipboard }, path) => {
    const files = process.getBuiltinModule('node:fs')
    const write = clipboard.writeText
    clipboard.writeText = (text: string) => {
      files.appendFileSync(path, `${JSON.stringify(text)}\n`)
      return write(text)
    }
  }, file)
}

export function clipboardText(app: ElectronApplication): Promise<string> {
  return app.evaluate(({ clipboard }) => clipboard.readText())
}

/** Catches what the app would show on the desktop, where no desktop is there to show it. */
export async function catchNotices(app: ElectronApplication) {
  await app.evaluate(({ Notification }) => {
    const caught: Electron.Notification[] = []
    ;(globalThis as unknown as { caughtNotices: Electron.Notification[] }).caughtNotices = caught
    Notification.isSupported = () => true
    Notification.prototype.show = function show(this: Electron.Notification) {
      caught.push(this)
    }
  })
  return {
    titles: () =>
      app.evaluate(() =>
        (globalThis as unknown as { caughtNotices: Electron.Notification[] }).caughtNotices.map(
          ({ title }) => title,
        ),
      ),
    click: (index: number) =>
      app.evaluate((_electron, at) => {
        const { caughtNotices } = globalThis as unknown as { caughtNotices: Electron.Notification[] }
        caughtNotices[at]?.emit('click')
      }, index),
  }
}

/** Puts all windows away, as a person does who works on something else. */
export function hideWindows(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.hide()
  })
}

export function areShown(app: ElectronApplication): Promise<boolean> {
  return app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().every((window) => window.isVisible()),
  )
}
