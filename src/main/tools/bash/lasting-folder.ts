import type { SessionId } from '#shared/ids.ts'

/** Chats of which the last change of folder is remembered. */
const MOST_CHATS = 500

/** Error texts of programs for a missing file or script. */
const MISSING =
  /no such file or directory|cannot find|can't open|could not (find|open|read)|not found|ENOENT/i

type Command = { readonly sessionId: SessionId; readonly command: string; readonly workdir: string | null }

/** Explains a missing file to a model that expects the `cd` of an earlier call to last. */
export function createLastingFolder() {
  const folders = new Map<SessionId, string>()
  return {
    /** Remembers where a command ended, and returns what explains its failure; null where nothing does. */
    explain: ({ sessionId, command, workdir }: Command, failed: boolean, output: string): string | null => {
      const before = folders.get(sessionId)
      const now = /^\s*cd\s+(?:--\s+)?("[^"]+"|'[^']+'|[^\s;&|<>()]+)\s*(?:&&|;|\n|$)/.exec(command)?.[1]
      if (now !== undefined) {
        folders.delete(sessionId)
        folders.set(sessionId, now.replace(/^["']|["']$/g, ''))
        const [oldest] = folders.keys()
        if (oldest !== undefined && folders.size > MOST_CHATS) folders.delete(oldest)
      }
      const expects = before !== undefined && now === undefined && workdir === null
      if (!expects || !failed || !MISSING.test(output)) return null
      return `(this ran in the project folder: the \`cd ${before}\` of an earlier call does not last; use \`workdir\`)`
    },
  }
}
