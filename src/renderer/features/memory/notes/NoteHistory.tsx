import type { NoteHit, NoteVersion } from '#shared/session/notes/note.ts'
import type { Data } from '../../../data/data.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { VersionRow } from '../items/VersionRow.tsx'
import { Section } from '../Section.tsx'

type NoteHistoryProps = {
  readonly api: Data
  readonly hit: NoteHit
  readonly onRestore: (content: string) => void
}

/** Shows the versions of a note, each with a restore button. */
export function NoteHistory({ hit, onRestore }: NoteHistoryProps) {
  const t = useText()
  const { sessionId, note } = hit
  const { key, changedAt } = note
  const {
    data,
    problem,
    reload: again,
  } = useQuery('memory.noteHistory', { sessionId, key }, { reasons: [changedAt] })
  if (problem !== null) return <Failure message={problem} onRetry={again} />
  if (data === null || data.length === 0) return null
  return (
    <Section title={t('pages.history')}>
      <ol>
        {data.map((version, index) => (
          <VersionRow
            key={version.seq}
            at={version.at}
            was={version.content}
            onRestore={restorable(version, index, onRestore)}
          >
            {t('memory.didBy', {
              act: t(version.content === null ? 'notes.act.removed' : 'notes.act.written'),
              by: t(`notes.by.${version.by}`),
            })}
          </VersionRow>
        ))}
      </ol>
    </Section>
  )
}

/** The newest is how the note is; where it was taken away there is nothing to go back to. */
function restorable({ content }: NoteVersion, index: number, onRestore: (content: string) => void) {
  return index === 0 || content === null ? null : () => onRestore(content)
}
