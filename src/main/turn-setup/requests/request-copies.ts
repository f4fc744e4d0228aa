import { basename } from 'node:path'
import type { RequestTaken, RequestWhen } from '#shared/context/report.ts'
import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import { unwritable } from '../../exports/file-errors.ts'
import { createRedaction } from '../../exports/redaction.ts'
import { writeFileAtomic } from '../../lib/files/atomic-file.ts'
import type { Redactor } from '../../lib/redact.ts'
import type { Vault } from '../../vault/vault.ts'
import type { RequestReports } from './request-reports.ts'

type Deps = {
  readonly reports: Pick<RequestReports, 'body'>
  readonly vault: Pick<Vault, 'list' | 'reveal'>
  readonly redactor: Pick<Redactor, 'text' | 'data'>
}

/** A request as text, without secrets. */
type RequestCopy = RequestTaken & { readonly text: string }

/** Writes requests out for a person to keep. Secrets are hidden first: every one of the vault, and all that look it. */
export function createRequestCopies({ reports, vault, redactor }: Deps) {
  return {
    of: async (sessionId: SessionId, when: RequestWhen, signal: AbortSignal): Promise<RequestCopy> => {
      const body = await reports.body(sessionId, when)
      if (body === null) throw AppError.saying('session.not_found', say('context.nothingSent'))
      const unread = await knowEverySecret(vault, signal)
      const redaction = createRedaction(redactor)
      const text = JSON.stringify(redaction.data(body), null, 2)
      return { text, characters: text.length, secrets: redaction.count(), unread }
    },
    write: writeNamed,
  }
}

/** Writes a file whole or not at all, and answers with its name. */
export async function writeNamed(path: string, text: string | Uint8Array): Promise<string> {
  await writeFileAtomic(path, text).catch((error: unknown) => {
    throw unwritable(path, error)
  })
  return basename(path)
}

/** A value is hidden from the moment it is read. Answers with how many could not be. */
async function knowEverySecret(vault: Deps['vault'], signal: AbortSignal): Promise<number> {
  let unread = 0
  for (const { name } of await vault.list(signal)) {
    try {
      await vault.reveal(name, null, signal)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      unread += 1
    }
  }
  return unread
}
