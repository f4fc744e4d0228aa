import type { FilesAlong } from '#shared/checkpoint/checkpoint.ts'
import type { EventId, SessionId } from '#shared/ids.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { useOpenFiles } from '../files/files-request.ts'
import { choiceOf } from '../files/restore-choice.ts'

type AlongChoiceProps = {
  readonly sessionId: SessionId
  readonly eventId: EventId
  /** Null while the files stay as they are. */
  readonly along: FilesAlong | null
  readonly onChange: (along: FilesAlong | null) => void
}

const NONE = new Set<never>()

/** Offers to put back, with a message that is sent again, the files agents have changed since. */
export function AlongChoice({ sessionId, eventId, along, onChange }: AlongChoiceProps) {
  const t = useText()
  const openFiles = useOpenFiles()
  const { data } = useQuery('checkpoint.preview', {
    sessionId,
    direction: 'undo',
    scope: { of: 'after', eventId },
  })
  const files = (data?.files ?? []).filter(({ outcome }) => outcome !== 'unchanged')
  const offered = choiceOf(files, NONE)
  if (files.length === 0) return null
  const count = along?.files.length ?? offered.files.length
  const show = () =>
    openFiles({
      what: 'restore',
      sessionId,
      direction: 'undo',
      name: '',
      after: null,
      files: null,
      scope: { of: 'after', eventId },
      together: { with: 'resend', onChoose: onChange },
    })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Checkbox
        label={t('files.along', { count })}
        checked={along !== null}
        disabled={count === 0}
        onChange={(next) => onChange(next ? offered : null)}
      />
      <Button size="small" look="ghost" onClick={show}>
        {t('files.alongShow')}
      </Button>
    </div>
  )
}
