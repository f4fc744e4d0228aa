import { randomBytes } from 'node:crypto'

/** The calls of the system's keychain. */
export type KeychainEntries = {
  readonly get: (name: string) => Promise<string | null>
  readonly set: (name: string, value: string) => Promise<void>
  /** False where there was no value. */
  readonly delete: (name: string) => Promise<boolean>
}

/** The most bytes of one value in the Windows Credential Manager (`CRED_MAX_CREDENTIAL_BLOB_SIZE`, 5 × 512). */
const MOST_ON_WINDOWS = 2_560

/** The most bytes of one value in the keychain of a system; null where it has no limit that a secret could meet. */
export function mostBytesOn(platform: NodeJS.Platform): number | null {
  return platform === 'win32' ? MOST_ON_WINDOWS : null
}

const MARK = 'orrery-parts:'
const HEAD = /^orrery-parts:([0-9a-f]{8}):(\d{1,3})$/
const MOST_PARTS = 200

/**
 * Keeps values in entries of at most `most` bytes. A longer one is cut: its own entry names its parts. New parts are
 * written before the entry names them, so a value is whole or the one before.
 */
export function inParts(entries: KeychainEntries, most: number): KeychainEntries {
  const drop = async (names: readonly string[]) => {
    for (const name of names) await entries.delete(name)
  }
  return {
    get: async (name) => {
      const head = await entries.get(name)
      const names = partsIn(name, head)
      if (names === null) return head
      const parts: string[] = []
      for (const part of names) {
        const text = await entries.get(part)
        // A part that another program removed takes the value with it.
        if (text === null) return null
        parts.push(text)
      }
      return Buffer.from(parts.join(''), 'base64').toString('utf8')
    },
    set: async (name, value) => {
      const before = partsIn(name, await entries.get(name)) ?? []
      if (Buffer.byteLength(value) <= most && !value.startsWith(MARK)) await entries.set(name, value)
      else {
        const text = Buffer.from(value).toString('base64')
        const pieces = Array.from({ length: Math.ceil(text.length / most) }, (_, at) =>
          text.slice(at * most, (at + 1) * most),
        )
        if (pieces.length > MOST_PARTS) throw new Error('The value is too long.')
        const id = randomBytes(4).toString('hex')
        for (const [at, piece] of pieces.entries()) await entries.set(partName(name, id, at), piece)
        await entries.set(name, `${MARK}${id}:${pieces.length}`)
      }
      await drop(before)
    },
    delete: async (name) => {
      const parts = partsIn(name, await entries.get(name)) ?? []
      const wasThere = await entries.delete(name)
      await drop(parts)
      return wasThere
    },
  }
}

/** The names of the parts of a value; null for a value in one piece. */
function partsIn(name: string, head: string | null): readonly string[] | null {
  const [, id = '', count = '0'] = HEAD.exec(head ?? '') ?? []
  const parts = Number(count)
  if (parts === 0 || parts > MOST_PARTS) return null
  return Array.from({ length: parts }, (_, at) => partName(name, id, at))
}

/** No secret has a name with a space. */
function partName(name: string, id: string, at: number): string {
  return `${name} ${id} ${at}`
}
