import { fingerprint } from '../lib/fingerprint.ts'
import type { Blobs } from '../log/blobs/blobs.ts'

type Deps = { readonly blobs: Pick<Blobs, 'putText' | 'textWithHash'> }

/** Caches persona texts by hash, so that an edited agent keeps its persona in existing chats. */
export function createPersonaTexts({ blobs }: Deps) {
  const known = new Map<string, string>()
  return {
    /** Keeps a persona and answers with its name. */
    keep: async (text: string): Promise<string> => {
      const hash = fingerprint(text)
      if (!known.has(hash)) await blobs.putText(text)
      known.set(hash, text)
      return hash
    },
    /** The persona of that name, or null when it is not kept. */
    of: async (hash: string): Promise<string | null> => {
      const text = known.get(hash) ?? (await blobs.textWithHash(hash))
      if (text !== null) known.set(hash, text)
      return text
    },
  }
}

export type PersonaTexts = ReturnType<typeof createPersonaTexts>
