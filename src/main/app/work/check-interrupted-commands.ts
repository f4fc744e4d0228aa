import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import { SessionId } from '#shared/ids.ts'
import { englishOf, type Sentence, say } from '#shared/sentences.ts'
import type { OpenSandbox } from '../storage/open-sandbox.ts'
import type { Runtime } from './runtime/open-runtime.ts'

type Deps = {
  readonly sandbox: Pick<OpenSandbox, 'checkAgain'>
  readonly runtime: Pick<Runtime, 'log' | 'inbox'>
  readonly tell: (event: AppEvent) => void
}

/**
 * Checks what sandboxed commands left that ran when the app was killed. What was renamed is said in a notice, and to the
 * chat of the command. Returns the number of renamed files.
 */
export async function checkInterruptedCommands(
  { sandbox, runtime, tell }: Deps,
  signal: AbortSignal,
): Promise<number> {
  let renamed = 0
  for (const { session, blocked } of await sandbox.checkAgain(signal)) {
    const names = blocked.flatMap(({ what, name }) => (what === 'steering' ? [name] : []))
    if (names.length === 0) continue
    renamed += names.length
    const sentence = say('run.renamedLate', { files: names.join(', ') })
    tell({ kind: 'notice', level: 'warn', text: englishOf([sentence]), said: [sentence] })
    const id = SessionId.safeParse(session)
    // A hook belongs to no chat, and a chat may have been deleted.
    if (!id.success || runtime.log.folds(id.data).session === null) continue
    runtime.inbox.put(id.data, { item: itemOf(sentence), stored: () => {}, wakes: false })
  }
  return renamed
}

function itemOf(sentence: Sentence): HarnessItem {
  return {
    kind: 'runtime-notice',
    origin: 'system',
    content: englishOf([sentence]),
    visibility: 'compact',
    lifetime: 'session',
    placement: 'in-place',
    data: { said: [sentence] },
  }
}
