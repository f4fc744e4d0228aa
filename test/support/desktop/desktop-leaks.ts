import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright'
import { isErrno } from '../../../src/main/lib/errno.ts'

/** A secret in every form in which it might be written down by mistake. */
export function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8')
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    // Only what depends on the secret alone, wherever it lies in a longer text.
    return text.slice(before === 0 ? 0 : before + 1, Math.floor(((before + bytes.length) * 8) / 6))
  })
  const hex = bytes.toString('hex')
  const wide = Buffer.from(secret, 'utf16le').toString('latin1')
  return [
    ...new Set([
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      hex,
      hex.toUpperCase(),
      wide,
      ...base64,
      ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    ]),
  ]
}

/** Where any form of the secret stands in a text that was read byte by byte. */
export function formsIn(text: string, secret: string): readonly string[] {
  return formsOf(secret).filter((form) => text.includes(form))
}

/** The files below a folder that hold any form of the secret, and how many were read. */
export async function searchFiles(folder: string, secret: string) {
  const forms = formsOf(secret)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const holding: string[] = []
  for (const file of files) {
    const bytes = await readFile(file).catch(ignoreMissing)
    if (forms.some((form) => bytes.includes(Buffer.from(form, 'latin1')))) holding.push(file)
  }
  return { read: files.length, holding }
}

/** Caches of the browser come and go while they are read. */
function ignoreMissing(error: unknown): Buffer {
  if (isErrno(error, 'ENOENT')) return Buffer.alloc(0)
  throw error
}

/** Notes every message between main and its windows, as JSON lines in a file, from now on. */
export async function noteMessages(app: ElectronApplication, file: string): Promise<void> {
  await app.evaluate(({ ipcMain, BrowserWindow }, path) => {
    const files = process.getBuiltinModule('node:fs')
    const note = (way: string, what: unknown) =>
      files.appendFileSync(path, `${JSON.stringify({ way, what })}\n`)
    type Handler = (event: unknown, ...args: unknown[]) => unknown
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })._invokeHandlers
    for (const [channel, handler] of handlers) {
      handlers.set(channel, async (event, ...args) => {
        note('in', args)
        const answer = await handler(event, ...args)
        note('out', { name: args[0], answer })
        return answer
      })
    }
    for (const window of BrowserWindow.getAllWindows()) {
      const { webContents } = window
      const send = webContents.send.bind(webContents)
      webContents.send = (channel: string, ...args: unknown[]) => {
        note('event', args)
        send(channel, ...args)
      }
    }
  }, file)
}

/** Everything a page holds that can be reached from its window: the document, storages, and every value behind React. */
export async function pageContents(page: Page): Promise<string> {
  return page.evaluate(() => {
    const seen = new Set<unknown>()
    const texts: string[] = [document.documentElement.outerHTML]
    const waiting: unknown[] = [window, document.getElementById('root')]
    for (const field of document.querySelectorAll('input, textarea')) {
      texts.push((field as HTMLInputElement).value)
    }
    for (const storage of [localStorage, sessionStorage]) texts.push(JSON.stringify({ ...storage }))
    const add = (value: unknown) => {
      if (typeof value === 'string') texts.push(value)
      if ((typeof value === 'object' && value !== null) || typeof value === 'function') waiting.push(value)
    }
    while (waiting.length > 0 && seen.size < 400_000) {
      const value = waiting.pop()
      if (value === null || seen.has(value)) continue
      seen.add(value)
      if (value instanceof Map) for (const [key, item] of value) [key, item].forEach(add)
      if (value instanceof Set) value.forEach(add)
      for (const key of Reflect.ownKeys(value as object)) {
        const found = Object.getOwnPropertyDescriptor(value, key)
        // A getter may do anything; what it returns is stored somewhere else anyway.
        if (found !== undefined && 'value' in found) add(found.value)
      }
    }
    return texts.join('\n')
  })
}
